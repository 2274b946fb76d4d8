import { afterAll, beforeAll, expect, test } from "vitest";
import { readNetwork } from "@/lib/fronts/admin/networks-queries";
import { clearAlarm } from "@/lib/kernel/alarms/raise-alarm";
import { closeDatabase, database, withTransaction } from "@/lib/kernel/db";
import { newAddress, nextBlocks, transferTo } from "@/lib/money-in/deposits/testing/next-blocks";
import { newInvoice, newMerchant, openGateway } from "@/lib/money-in/invoices/testing/gateway-rig";

beforeAll(() => openGateway(10));
afterAll(closeDatabase);

const OFTEN = 25;
const alarms = () => database().alarm.findMany({ where: { kind: "unknown-token", clearedAt: null } });

async function receive(contract: string, count: number): Promise<void> {
  const invoice = await newInvoice(await newMerchant());
  const asset = { kind: "token", contract } as const;
  const transfers = await Promise.all(Array.from({ length: count }, () => transferTo(invoice, 7n, { asset })));
  await (await nextBlocks(1, transfers)).record();
}

test("lists a token outside the catalog from its first transfer, and raises one alarm per network when it is frequent", async () => {
  const [first, second] = [newAddress(), newAddress()];
  await receive(first, OFTEN - 1);
  expect(await alarms()).toEqual([]);
  await receive(first, 3);
  expect(await alarms()).toMatchObject([{ subject: "bsc", message: expect.stringContaining(`27 transfers`) }]);
  await receive(first, OFTEN);
  await receive(second, 2);
  expect(await alarms()).toHaveLength(1);
  const { unknownTokens } = await readNetwork("bsc", new Date());
  expect(unknownTokens.map(({ contract, count }) => [contract, count])).toEqual([
    [first, "52"],
    [second, "2"],
  ]);
  expect(unknownTokens[1]?.transactionUrl).toContain(unknownTokens[1]?.transactionId);

  // Dismissed.
  await withTransaction((tx) => clearAlarm(tx, { kind: "unknown-token", subject: "bsc" }));
  await receive(first, OFTEN);
  expect(await alarms()).toEqual([]);
  await receive(second, OFTEN);
  expect(await alarms()).toMatchObject([{ message: expect.stringContaining(second) }]);
});
