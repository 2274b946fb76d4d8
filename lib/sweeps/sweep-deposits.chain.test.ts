import { afterAll, beforeAll, expect, it } from "vitest";
import { driverConfigOf } from "@/lib/catalog/driver-config";
import { loadCatalog } from "@/lib/catalog/queries";
import { encodeSetBlocked } from "@/lib/chains/evm/testing/stranger";
import { createDriver } from "@/lib/chains/registry";
import { database } from "@/lib/db";
import { depositsCustody, hotCustody } from "@/lib/ledger/account";
import { findBalance } from "@/lib/ledger/balances";
import { decimal } from "@/lib/money/decimal";
import { planService } from "@/lib/sweeps/plan-sweeps";
import { alarmsAbout, casesOf, expectComparedAudit, until, untilStatus } from "@/lib/worker/testing/observe";
import { startTestChain, type TestChain } from "@/lib/worker/testing/test-chain";
import { createTestGateway, type TestGateway } from "@/lib/worker/testing/test-gateway";

const TEN = 10_000_000n;
/** Two gwei. */
const TIP = 2_000_000_000n;
const PLAN_LIMIT_MS = 60_000;

let chain: TestChain;
let gateway: TestGateway;

beforeAll(async () => {
  chain = await startTestChain({ network: "eth", chainId: 1, tokens: { USDT: 6, USDC: 6 } });
  gateway = await createTestGateway([chain]);
  gateway.startWorker();
  await gateway.ready();
});

afterAll(async () => {
  await gateway?.stop();
  await chain?.stop();
});

it("brings a token to the hot wallet, with the gas for it first, and keeps what the fee left over", async () => {
  const { id, address } = await paidInvoice("USDT", TEN);
  const sweep = await untilSwept(id);
  expect(sweep.amount.toFixed()).toBe("10");
  expect(await purposesOf(sweep.id)).toEqual(["gas", "sweep"]);
  expect(await onChain(address, "USDT")).toBe(0n);
  expect(await custody("deposits", "USDT")).toBe("0");
  expect(await custody("hot", "USDT")).toBe("1000010");
  expect(await onChain(address, null)).toBe(await restOf(address));
  await expectComparedAudit();
});

it("takes the native coin along but for what the fee may cost, and no more than the fee is lost", async () => {
  const before = decimal(await custody("hot", "ETH"));
  const paid = 5n * 10n ** 16n;
  const { id, address } = await paidInvoice("ETH", paid, "150");
  const sweep = await untilSwept(id);
  expect(await purposesOf(sweep.id)).toEqual(["sweep"]);
  const arrived = decimal(await custody("hot", "ETH")).minus(before);
  expect(arrived.toFixed()).toBe(sweep.amount.toFixed());
  expect(await onChain(address, null)).toBe(await restOf(address));
  await expectComparedAudit();
});

it("leaves less than the minimum where it is, and takes it along with what comes later", async () => {
  await database().sweepPolicy.create({ data: { networkCode: "eth", currencyCode: "USDC", amountMin: "15" } });
  const { id, address } = await paidInvoice("USDC", TEN);
  await plan("USDC");
  expect(await sweptBy(id)).toBeNull();
  await chain.pay(address, TEN, "USDC");
  const [extra] = await until(async () => {
    const cases = await casesOf(id);
    expect(cases).toHaveLength(1);
    return cases;
  });
  // What came on top waits for a decision: together they would be enough.
  await plan("USDC");
  expect(await sweptBy(id)).toBeNull();
  await database().sweepPolicy.updateMany({ data: { amountMin: "5" } });
  await plan("USDC");
  expect(await sweptBy(id)).not.toBeNull();
  const sweep = await untilSwept(id);
  expect(sweep.amount.toFixed()).toBe("10");
  expect(await onChain(address, "USDC")).toBe(TEN);
  expect(await database().deposit.findUniqueOrThrow({ where: { id: extra?.depositId ?? "" } })).toMatchObject({
    sweepId: null,
  });
  await expectComparedAudit();
});

it("leaves what an issuer blocked where it is, with one alarm and gas sent once, holds up nobody, and takes it when it may go", async () => {
  await database().sweepPolicy.create({
    data: { networkCode: "eth", currencyCode: "USDT", isEnabled: false, amountMin: "1" },
  });
  holdPrices();
  const frozen = await paidInvoice("USDT", 3n * TEN, "30");
  await block(frozen.address, true);
  await database().sweepPolicy.updateMany({ data: { isEnabled: true } });
  const subject = `eth:USDT:${frozen.address}`;
  // Not the first failed sweep: one that waits for long is given up too, and nobody is alarmed.
  await until(async () => expect(await alarmsAbout(subject)).toEqual(["sweep-refused"]));
  expect(await database().sweep.count({ where: { address: frozen.address, status: "fail" } })).toBeGreaterThan(0);
  const free = await paidInvoice("USDT", TEN);
  expect((await untilSwept(free.id)).amount.toFixed()).toBe("10");
  await expectComparedAudit();
  await block(frozen.address, false);
  expect((await untilSwept(frozen.id)).amount.toFixed()).toBe("30");
  expect(await alarmsAbout(subject)).toEqual([]);
  expect(await database().alarm.count({ where: { subject } })).toBe(1);
  // Nor gas that was queued and then given up.
  const sent = { purpose: "gas", toAddress: frozen.address, status: { not: "cancelled" } } as const;
  expect(await database().send.count({ where: sent })).toBe(1);
  await expectComparedAudit();
});

/**
 * Every block's tip was as high. Otherwise the payer's own price is what others pay for ten blocks and then nobody paid anything: a rise by
 * a thousand times is reason enough to send gas anew, and when it comes would depend on who is quicker.
 */
function holdPrices(): void {
  const tip = `0x${TIP.toString(16)}`;
  const reward = Array.from({ length: 10 }, () => [tip, tip, tip, tip]);
  chain.proxy.intercept(({ method }) => (method === "eth_feeHistory" ? { kind: "answer", result: { reward } } : null));
}

/** What the token's issuer does. */
async function block(address: string, isBlocked: boolean): Promise<void> {
  await chain.payer.send({ to: chain.token("USDT").address, data: encodeSetBlocked(address, isBlocked) });
  await chain.mine(1);
}

async function paidInvoice(coin: string, units: bigint, amount = "10") {
  const { id } = await gateway.invoice({ amount, coin, network: "eth" });
  const { address } = await database().address.findFirstOrThrow({ where: { ownerId: id } });
  await chain.pay(address, units, coin === "ETH" ? null : coin);
  await until(async () => {
    expect(await database().deposit.count({ where: { ownerId: id, status: "confirmed" } })).toBe(1);
  });
  if (coin !== "ETH") await untilStatus(id, "paid");
  return { id, address };
}

async function sweptBy(invoiceId: string): Promise<string | null> {
  const deposit = await database().deposit.findFirstOrThrow({
    where: { ownerId: invoiceId },
    orderBy: { seenAt: "asc" },
  });
  return deposit.sweepId;
}

async function untilSwept(invoiceId: string) {
  return until(async () => {
    const sweep = await database().sweep.findUniqueOrThrow({ where: { id: (await sweptBy(invoiceId)) ?? "" } });
    expect(sweep.status).toBe("done");
    return { ...sweep, amount: decimal(sweep.amount) };
  });
}

/** A look of the planner at one coin, here and now: what the worker's own sees within a second. */
async function plan(currencyCode: string): Promise<void> {
  const catalog = await loadCatalog();
  const service = catalog.service(currencyCode, "eth");
  if (service === null) throw new Error(`no ${currencyCode} on eth`);
  const driver = await createDriver(driverConfigOf(catalog, "eth", [chain.proxy.url]));
  await planService(driver, service, { isUrgent: false }, AbortSignal.timeout(PLAN_LIMIT_MS));
}

async function purposesOf(sweepId: string): Promise<string[]> {
  const sends = await database().send.findMany({ where: { purposeId: sweepId }, orderBy: { createdAt: "asc" } });
  return sends.map(({ purpose }) => purpose);
}

async function custody(kind: "deposits" | "hot", currency: string): Promise<string> {
  return (await findBalance(kind === "hot" ? hotCustody("eth", currency) : depositsCustody("eth", currency))).toFixed();
}

async function restOf(address: string): Promise<bigint> {
  const { id } = await database().address.findFirstOrThrow({ where: { address } });
  const rest = await database().addressRest.findUniqueOrThrow({
    where: { networkCode_addressId: { networkCode: "eth", addressId: id } },
  });
  return BigInt(decimal(rest.amount).times("1000000000000000000").toFixed());
}

async function onChain(address: string, coin: string | null): Promise<bigint> {
  if (coin === null) return BigInt((await chain.anvil.rpc("eth_getBalance", [address, "latest"])) as string);
  const data = `0x70a08231${address.slice(2).toLowerCase().padStart(64, "0")}`;
  return BigInt((await chain.anvil.rpc("eth_call", [{ to: chain.token(coin).address, data }, "latest"])) as string);
}
