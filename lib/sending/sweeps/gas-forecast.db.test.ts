import { afterAll, beforeAll, expect, test } from "vitest";
import { closeDatabase, database } from "@/lib/kernel/db";
import { decimal } from "@/lib/kernel/money/decimal";
import { openGateway } from "@/lib/money-in/invoices/testing/gateway-rig";
import { fundHot } from "@/lib/money-out/payouts/testing/payout-rig";
import { writeFeeEstimates } from "@/lib/sending/fees/refresh-fee-estimates";
import { forecastSweeps, watchGas } from "@/lib/sending/sweeps/gas-forecast";

beforeAll(() => openGateway(1));
afterAll(closeDatabase);

/**
 * A sweep counts as three times the most expensive transfer of a token, plus one of the native coin
 * for its gas.
 */
const estimate = (currencyCode: string, amount: string) =>
  writeFeeEstimates([
    { currencyCode, networkCode: "bsc", priority: "recommended", amount: decimal(amount), observedAt: new Date() },
  ]);
const openAlarms = async () => {
  const rows = await database().alarm.findMany({ where: { kind: "gas-low", clearedAt: null } });
  return rows.map(({ subject, message }) => `${subject}: ${message}`);
};
const watch = async () => {
  await watchGas("bsc");
  return (await openAlarms()).length;
};

test("returns nothing without an estimate", async () => {
  expect(await forecastSweeps("bsc")).toBeNull();
  expect(await watch()).toBe(0);
});

test("the gas alarm is raised below 20 remaining sweeps, once, and cleared at 40, not before", async () => {
  await estimate("USDT", "0.0003");
  await estimate("USDC", "0.0002");
  await estimate("BNB", "0.0001");
  await fundHot("bsc", "BNB", "0.0199");
  expect(await forecastSweeps("bsc")).toBe(19);
  expect([await watch(), await watch()]).toEqual([1, 1]);
  expect(await openAlarms()).toEqual([expect.stringMatching(/^bsc: .*about 19 more sweeps/)]);
  await fundHot("bsc", "BNB", "0.02");
  expect([await forecastSweeps("bsc"), await watch()]).toEqual([39, 1]);
  await fundHot("bsc", "BNB", "0.0001");
  expect([await forecastSweeps("bsc"), await watch()]).toEqual([40, 0]);
});

test("if the hot wallet pays the fees of deposit addresses, a sweep is one transfer without gas", async () => {
  const found = { networkCode: "bsc", fromAddress: "deposit", nonce: 0n, feeMax: "0.1" };
  const [counted] = [await forecastSweeps("bsc")];
  await database().sendingAccount.create({ data: { networkCode: "bsc", address: "deposit", nextNonce: 1n } });
  const { id } = await database().outgoingTransaction.create({ data: { ...found, feePayer: "hot" } });
  // 0.04 in total, at 0.0003 for the most expensive token.
  expect([counted, await forecastSweeps("bsc")]).toEqual([40, 133]);
  await database().outgoingTransaction.update({ where: { id }, data: { feePayer: null } });
  expect(await forecastSweeps("bsc")).toBe(counted);
});

test("the alarm does not flap with each sweep: between the two thresholds it stays unchanged", async () => {
  await estimate("USDT", "0.0006");
  expect([await forecastSweeps("bsc"), await watch()]).toEqual([21, 0]);
  await estimate("USDT", "0.0007");
  expect([await forecastSweeps("bsc"), await watch()]).toEqual([18, 1]);
  await estimate("USDT", "0.0006");
  expect([await forecastSweeps("bsc"), await watch()]).toEqual([21, 1]);
});
