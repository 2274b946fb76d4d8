import { afterAll, beforeAll, expect, it } from "vitest";
import { createDriver } from "@/lib/chains/registry/create-driver";
import { database } from "@/lib/kernel/db";
import { decimal } from "@/lib/kernel/money/decimal";
import { depositsCustody, hotCustody } from "@/lib/ledger/account";
import { findBalance } from "@/lib/ledger/holdings";
import { driverConfigOf } from "@/lib/pricing/catalog/driver-config";
import { loadCatalog } from "@/lib/pricing/catalog/queries";
import { casesOf, expectComparedAudit, until } from "@/lib/run/worker/testing/observe";
import { startTestChain, type TestChain } from "@/lib/run/worker/testing/test-chain";
import { createTestGateway, type TestGateway } from "@/lib/run/worker/testing/test-gateway";
import { planService } from "@/lib/sending/sweeps/plan-sweeps";
import { paidInvoice, sweptBy, untilSwept } from "@/lib/sending/sweeps/testing/swept-invoices";

const TEN = 10_000_000n;
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

it("moves a token to the hot wallet, with gas for it first, and tracks what the fee left over", async () => {
  const { id, address } = await paidInvoice({ gateway, chain }, { coin: "USDT", units: TEN });
  const sweep = await untilSwept(id);
  expect(sweep.amount.toFixed()).toBe("10");
  expect(await purposesOf(sweep.id)).toEqual(["gas", "sweep"]);
  expect(await onChain(address, "USDT")).toBe(0n);
  expect(await custody("deposits", "USDT")).toBe("0");
  expect(await custody("hot", "USDT")).toBe("1000010");
  expect(await onChain(address, null)).toBe(await residualOf(address));
  await expectComparedAudit();
});

it("sweeps the native coin except for the maximum fee, and loses no more than the fee", async () => {
  const before = decimal(await custody("hot", "ETH"));
  const paid = 5n * 10n ** 16n;
  const { id, address } = await paidInvoice({ gateway, chain }, { coin: "ETH", units: paid, amount: "150" });
  const sweep = await untilSwept(id);
  expect(await purposesOf(sweep.id)).toEqual(["sweep"]);
  const arrived = decimal(await custody("hot", "ETH")).minus(before);
  expect(arrived.toFixed()).toBe(sweep.amount.toFixed());
  expect(await onChain(address, null)).toBe(await residualOf(address));
  await expectComparedAudit();
});

it("leaves amounts below the minimum, and sweeps them together with later deposits", async () => {
  await database().sweepPolicy.create({ data: { networkCode: "eth", currencyCode: "USDC", amountMin: "15" } });
  const { id, address } = await paidInvoice({ gateway, chain }, { coin: "USDC", units: TEN });
  await plan("USDC");
  expect(await sweptBy(id)).toBeNull();
  await chain.pay(address, TEN, "USDC");
  const [extra] = await until(async () => {
    const cases = await casesOf(id);
    expect(cases).toHaveLength(1);
    return cases;
  });
  // The additional deposit waits for a decision: together they would exceed the minimum.
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

/** Runs the planner once for one coin, as the worker does within a second. */
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

async function residualOf(address: string): Promise<bigint> {
  const { id } = await database().address.findFirstOrThrow({ where: { address } });
  const residual = await database().residualBalance.findUniqueOrThrow({
    where: { networkCode_addressId: { networkCode: "eth", addressId: id } },
  });
  return BigInt(decimal(residual.amount).times("1000000000000000000").toFixed());
}

async function onChain(address: string, coin: string | null): Promise<bigint> {
  if (coin === null) return BigInt((await chain.anvil.rpc("eth_getBalance", [address, "latest"])) as string);
  const data = `0x70a08231${address.slice(2).toLowerCase().padStart(64, "0")}`;
  return BigInt((await chain.anvil.rpc("eth_call", [{ to: chain.token(coin).address, data }, "latest"])) as string);
}
