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
 * A sweep is counted as three times the dearest transfer of a token, and one of the native coin
 * that brings its gas.
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

test("nothing is told where nothing was estimated", async () => {
  expect(await forecastSweeps("bsc")).toBeNull();
  expect(await watch()).toBe(0);
});

test("the alarm about gas is raised below 20 more sweeps, once, and ends at 40, not before", async () => {
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

test("where the hot wallet pays for what leaves deposit addresses, a sweep is one transfer and no gas", async () => {
  const found = { networkCode: "bsc", fromAddress: "deposit", nonce: 0n, feeMax: "0.1" };
  const [counted] = [await forecastSweeps("bsc")];
  await database().sendingAccount.create({ data: { networkCode: "bsc", address: "deposit", nextNonce: 1n } });
  const { id } = await database().outgoingTransaction.create({ data: { ...found, feePayer: "hot" } });
  // 0.04 in all, by the dearest token's 0.0003.
  expect([counted, await forecastSweeps("bsc")]).toEqual([40, 133]);
  await database().outgoingTransaction.update({ where: { id }, data: { feePayer: null } });
  expect(await forecastSweeps("bsc")).toBe(counted);
});

test("it does not come and go with each sweep: between the two it is as it was", async () => {
  await estimate("USDT", "0.0006");
  expect([await forecastSweeps("bsc"), await watch()]).toEqual([21, 0]);
  await estimate("USDT", "0.0007");
  expect([await forecastSweeps("bsc"), await watch()]).toEqual([18, 1]);
  await estimate("USDT", "0.0006");
  expect([await forecastSweeps("bsc"), await watch()]).toEqual([21, 1]);
});
