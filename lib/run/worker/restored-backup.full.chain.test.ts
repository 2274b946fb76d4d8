import { randomBytes, randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { closeDatabase, database } from "@/lib/kernel/db";
import { env } from "@/lib/kernel/env";
import { runAudit } from "@/lib/ledger/audit";
import { createPayoutInput } from "@/lib/money-out/payouts/schema";
import { createPayout } from "@/lib/money-out/payouts/start-payout";
import { getMerchant } from "@/lib/people/merchants/create-merchant";
import { clearCatalogCache } from "@/lib/pricing/catalog/queries";
import { balanceOnChain } from "@/lib/run/worker/testing/balance-on-chain";
import { giveMerchant } from "@/lib/run/worker/testing/merchant-funds";
import { alarmsAbout, openAlarms, sendOf, until, untilAllSent, untilStatus } from "@/lib/run/worker/testing/observe";
import { startTestChain, type TestChain } from "@/lib/run/worker/testing/test-chain";
import { createTestGateway, type TestGateway } from "@/lib/run/worker/testing/test-gateway";
import { listSendStops, resumeSends } from "@/lib/sending/sends/stop-sends";
import { restoreBackup } from "@/scripts/lib/backup/restore-backup.mjs";
import { type BackupRig, openBackupRig, queryOn } from "@/scripts/lib/backup/testing/backup-rig";

const TEN = 10_000_000n;
const LOST = 60;

let chain: TestChain;
let gateway: TestGateway;
let rig: BackupRig;

beforeAll(async () => {
  rig = await openBackupRig();
  chain = await startTestChain({ network: "eth", chainId: 1, tokens: { USDT: 6 } });
  gateway = await createTestGateway([chain], { leavesDepositsInPlace: true, poolSize: 20 });
});
afterAll(async () => {
  await gateway?.stop();
  await chain?.stop();
});

async function newInvoice() {
  const { id, currentQuote } = await gateway.invoice({ amount: "10", coin: "USDT", network: "eth" });
  return { id, address: currentQuote?.address ?? "" };
}

async function order(address: string): Promise<string> {
  await chain.mine(1);
  const asked = { amount: "10", currency: "USDT", network: "eth", order_id: randomUUID(), address, is_subtract: true };
  const payout = await until(async () => {
    clearCatalogCache();
    return createPayout(await getMerchant(gateway.merchantId), createPayoutInput.parse(asked));
  });
  return payout.id;
}

/** Puts the archive in the place of the database, as after the loss of a machine. */
async function replaceDatabase(archive: string): Promise<void> {
  const name = new URL(env().DATABASE_URL).pathname.slice(1);
  const server = inject("databaseServer").url;
  await closeDatabase();
  await queryOn(server, `ALTER DATABASE ${name} RENAME TO ${name}_lost`);
  await queryOn(server, `CREATE DATABASE ${name} TEMPLATE template0`);
  const options = { url: env().DATABASE_URL, path: rig.pathOf(archive), identity: rig.identity, signers: null };
  await restoreBackup({ ...options, lostAddresses: LOST });
  clearCatalogCache();
}

test("after a restore no address is given out twice, later payments are credited or become cases, and nothing is paid twice", async () => {
  let worker = gateway.startWorker();
  await gateway.ready();
  await giveMerchant(gateway.merchantId, "USDT", "1000");
  const known = await newInvoice();
  await worker.end("SIGTERM");
  const to = `0x${randomBytes(20).toString("hex")}`;
  const payoutId = await order(to);
  await rig.backUp("lost-machine");

  // What the backup does not know: 25 further addresses, more than were free; payments; a payout.
  worker = gateway.startWorker();
  await untilAllSent();
  const paidOut = (await balanceOnChain(chain, to, "USDT")).toFixed();
  expect(Number(paidOut)).toBeGreaterThan(0);
  const unknown: string[] = [];
  while (unknown.length < 25) unknown.push((await until(newInvoice)).address);
  await worker.end("SIGKILL");
  await chain.pay(known.address, TEN, "USDT");
  await chain.pay(unknown[0] ?? "", TEN, "USDT");
  await chain.pay(unknown[24] ?? "", TEN + 1n, "USDT");

  await replaceDatabase("lost-machine");
  await expect(newInvoice()).rejects.toThrow();
  worker = gateway.startWorker();
  await until(async () => expect(await database().restore.count({ where: { finishedAt: { not: null } } })).toBe(1));
  expect(await openAlarms()).toContain("backup-restored");

  await untilStatus(known.id, "paid");
  await until(async () => {
    const cases = await database().case.findMany({ where: { kind: "unmatched" }, orderBy: { amount: "asc" } });
    expect(cases.map(({ amount }) => amount.toFixed())).toEqual(["10", "10.000001"]);
  });
  const given = new Set([known.address, ...unknown]);
  for (let count = 0; count < 30; count += 1) {
    const { address } = await until(newInvoice);
    expect(given.has(address)).toBe(false);
    given.add(address);
  }

  // The payout is queued in the backup and was paid since: an operator who resumes too early pays
  // nothing twice where the chain proves it.
  await until(async () => expect(await alarmsAbout("eth")).toContain("sends-stopped"));
  expect((await listSendStops()).map(({ scope, kind }) => [scope, kind])).toEqual([
    ["all", "operator"],
    ["eth", "nonce"],
  ]);
  await resumeSends({ scope: "all", actorId: null });
  expect((await sendOf(payoutId)).status).toBe("queued");
  await chain.mine(5);
  await until(async () => expect((await sendOf(payoutId)).waitReason).toBe("stopped"));
  expect((await balanceOnChain(chain, to, "USDT")).toFixed()).toBe(paidOut);
  const { differences } = await runAudit();
  expect(differences.length).toBeGreaterThan(0);
  for (const difference of differences) expect(difference).toMatch(/^hot (USDT|ETH)/);
  expect(worker.hasEnded()).toBe(false);
});
