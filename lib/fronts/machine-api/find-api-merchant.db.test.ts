import { setImmediate as nextTurn } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { findApiMerchant } from "@/lib/fronts/machine-api/repo";
import { closeDatabase, connectionPool, database } from "@/lib/kernel/db";
import { newPayer } from "@/lib/money-out/payouts/testing/payout-rig";

/**
 * Every call of a shop waits for its merchant and keys: calls that arrive together share one
 * statement, and none is answered from before.
 */

let [ada, ben] = ["", ""];

beforeAll(async () => {
  [ada, ben] = [(await newPayer()).merchantId, (await newPayer()).merchantId];
});
afterEach(() => vi.restoreAllMocks());
afterAll(closeDatabase);

const statements = () => vi.spyOn(connectionPool(), "query");
const idsOf = async (merchantIds: readonly string[]) =>
  (await Promise.all(merchantIds.map(findApiMerchant))).map((found) => found?.merchant.id ?? null);

test("calls of one turn of the event loop are one statement without repeats, and each gets its own merchant", async () => {
  const query = statements();
  const nobody = "00000000-0000-4000-8000-000000000000";
  expect(await idsOf([ada, ben, ada, nobody])).toEqual([ada, ben, ada, null]);
  expect(query.mock.calls).toMatchObject([[{ values: [[ada, ben, nobody]] }]]);
});

test("the statement begins after the last of its turn, and a later turn sees what has changed", async () => {
  const query = statements();
  const first = findApiMerchant(ada);
  await Promise.resolve();
  const second = findApiMerchant(ada);
  expect(query).not.toHaveBeenCalled();
  await Promise.all([first, second]);
  expect(query).toHaveBeenCalledTimes(1);
  await database().merchant.update({ where: { id: ada }, data: { name: "Renamed" } });
  expect((await findApiMerchant(ada))?.merchant.name).toBe("Renamed");
});

test("a slow statement keeps no later turn waiting", async () => {
  let answer: (rows: { rows: [] }) => void = () => undefined;
  const late = new Promise<{ rows: [] }>((resolve) => {
    answer = resolve;
  });
  statements().mockImplementationOnce(() => late);
  const first = findApiMerchant(ada);
  await nextTurn();
  expect(await idsOf([ada])).toEqual([ada]);
  answer({ rows: [] });
  expect(await first).toBeNull();
});

test("a failure is everybody's of that turn, and of no later one", async () => {
  statements().mockImplementationOnce(() => Promise.reject(new Error("gone")));
  const failed = await Promise.allSettled([findApiMerchant(ada), findApiMerchant(ben)]);
  expect(failed.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(await idsOf([ada])).toEqual([ada]);
});
