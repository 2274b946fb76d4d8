import { setImmediate as nextTurn } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { findApiMerchant } from "@/lib/fronts/machine-api/repo";
import { closeDatabase, connectionPool, database } from "@/lib/kernel/db";
import { newPayer } from "@/lib/money-out/payouts/testing/payout-rig";

/**
 * Every call of a shop reads its merchant and keys: concurrent calls share one statement, and none
 * gets an earlier result.
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

test("batches the calls of one event-loop turn into one statement without repeats, and each gets its own merchant", async () => {
  const query = statements();
  const nobody = "00000000-0000-4000-8000-000000000000";
  expect(await idsOf([ada, ben, ada, nobody])).toEqual([ada, ben, ada, null]);
  expect(query.mock.calls).toMatchObject([[{ values: [[ada, ben, nobody]] }]]);
});

test("starts the statement after the turn's last call, and a later turn sees changes", async () => {
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

test("a slow statement does not delay later turns", async () => {
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

test("a failure affects all calls of its turn, and no later one", async () => {
  statements().mockImplementationOnce(() => Promise.reject(new Error("gone")));
  const failed = await Promise.allSettled([findApiMerchant(ada), findApiMerchant(ben)]);
  expect(failed.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(await idsOf([ada])).toEqual([ada]);
});
