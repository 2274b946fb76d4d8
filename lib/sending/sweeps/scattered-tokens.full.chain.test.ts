import { afterAll, beforeAll, expect, test } from "vitest";
import { settleUnmatched } from "@/lib/exceptions/case-decisions/settle-unmatched";
import { database, withTransaction } from "@/lib/kernel/db";
import { depositsCustody, hotCustody } from "@/lib/ledger/account";
import { auditBooks } from "@/lib/ledger/audit-books";
import { findBalance } from "@/lib/ledger/holdings";
import { closeCase } from "@/lib/money-in/cases/case";
import { loadCatalog } from "@/lib/pricing/catalog/queries";
import { setSendOwner } from "@/lib/sending/sends/send-owner";
import { type HotWalletPaysRig, openHotWalletPays } from "@/lib/sending/sends/testing/hot-wallet-pays-rig";
import { planService } from "@/lib/sending/sweeps/plan-sweeps";
import { sweepSends } from "@/lib/sending/sweeps/sweep-sends";

const ACCOUNTS = 19;
const ROUNDS_MAX = 6;

let rig: HotWalletPaysRig;

beforeAll(async () => {
  rig = await openHotWalletPays();
  setSendOwner("sweep", sweepSends);
});
afterAll(() => rig?.stop());

/** Booked, and without a pending decision. */
async function payApart(amount: string): Promise<void> {
  const id = await rig.receiveApart(rig.address(0), amount);
  await settleUnmatched(id);
  const { id: caseId } = await database().case.findUniqueOrThrow({ where: { depositId: id } });
  const closed = { status: "refunded" as const, resolution: "sent back", closedById: null };
  await withTransaction((tx) => closeCase(tx, caseId, closed));
}

async function sweepOnce(): Promise<void> {
  const service = (await loadCatalog()).service("USDT", "sol");
  if (service === null) throw new Error("no USDT on sol");
  const engine = rig.engine();
  await planService(rig.driver, service, { isUrgent: true }, AbortSignal.timeout(60_000));
  await rig.steps(engine);
  await rig.mine(1);
  await rig.steps(engine);
}

test("a token received in many accounts of an address is swept in as many transactions as needed, and the books match to the unit", async () => {
  for (let index = 0; index < ACCOUNTS; index += 1) await payApart(index === 0 ? "100" : `${index}.5`);
  const total = (await findBalance(depositsCustody("sol", "USDT"))).toFixed();
  expect((await rig.heldTokens(rig.address(0))).toFixed()).toBe(total);
  const before = (await auditBooks()).differences;
  for (let round = 0; round < ROUNDS_MAX; round += 1) await sweepOnce();
  expect((await rig.heldTokens(rig.address(0))).toFixed()).toBe("0");
  expect((await rig.heldTokens(rig.hotAddress)).toFixed()).toBe(total);
  expect((await findBalance(depositsCustody("sol", "USDT"))).toFixed()).toBe("0");
  expect((await findBalance(hotCustody("sol", "USDT"))).toFixed()).toBe(total);
  const sweeps = await database().sweep.findMany({ orderBy: { createdAt: "asc" } });
  expect(sweeps.map(({ status }) => status)).toEqual(["done", "done", "done"]);
  expect(await database().deposit.count({ where: { currencyCode: "USDT", sweepId: null } })).toBe(0);
  expect((await auditBooks()).differences).toEqual(before);
  expect(await database().alarm.findMany({ where: { clearedAt: null } })).toEqual([]);
});
