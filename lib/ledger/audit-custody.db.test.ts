import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import type { ChainDriver } from "@/lib/chains/driver";
import type { DriverConfig } from "@/lib/chains/driver-config";
import { ChainUnavailableError } from "@/lib/chains/errors";
import { closeDatabase, database } from "@/lib/kernel/db";
import { env } from "@/lib/kernel/env";
import { toBaseUnits } from "@/lib/kernel/money/base-units";
import { decimal } from "@/lib/kernel/money/decimal";
import { auditCustody } from "@/lib/ledger/audit-custody";
import { settleInvoice } from "@/lib/money-in/invoices/settle-invoice";
import { newInvoice, newMerchant, openGateway, pay } from "@/lib/money-in/invoices/testing/gateway-rig";
import { auditRegularly } from "@/lib/run/worker/audit-regularly";
import { simulateEnded, simulateSigned } from "@/lib/sending/sweeps/testing/simulated-sends";
import { gasOf, openHotWallet, sendOfSweep, sweepAll } from "@/lib/sending/sweeps/testing/sweep-rig";

const FEATURES = vi.hoisted((): ChainDriver["features"] => ({
  spending: "nonce",
  memo: false,
  tokens: true,
  outputsMax: 1,
  inFlightMax: null,
  leftBehindUnits: 0n,
  scanBlocksMax: 1,
}));
/**
 * Holdings of each address, in a token with 18 decimals; the addresses queried; and the network
 * whose nodes are down.
 */
const chain = vi.hoisted(() => ({
  holds: new Map<string, bigint>(),
  asked: [] as string[],
  gone: null as string | null,
  /**
   * For networks with internal transfers: the native balance of each address; null: no node
   * answers.
   */
  unseen: {} as Readonly<Record<string, ReadonlyMap<string, bigint> | null>>,
}));

vi.mock("@/lib/chains/registry/create-driver", () => ({
  createDriver: async ({ network }: DriverConfig): Promise<Partial<ChainDriver>> => ({
    network,
    family: "evm",
    features: FEATURES,
    ...(chain.unseen[network] === undefined ? {} : tellsBalances(chain.unseen[network])),
    balanceOf: async (address, asset) => {
      chain.asked.push(`${network} ${address} ${asset.kind}`);
      if (network === chain.gone) throw new ChainUnavailableError("no node answered");
      return chain.holds.get(`${network} ${address}`) ?? 0n;
    },
  }),
}));

/** At the last block read. */
const tellsBalances = vi.hoisted(
  () =>
    (held: ReadonlyMap<string, bigint> | null): Partial<ChainDriver> => ({
      blockAt: async (height) => ({ height, hash: `0x${height.toString(16)}`, parentHash: "", time: new Date() }),
      balancesOf: async (addresses) => {
        if (held === null) throw new ChainUnavailableError("no node answered");
        return addresses.map((address) => held.get(address) ?? 0n);
      },
    }),
);

beforeAll(async () => {
  await openGateway();
  await openHotWallet();
  const { address = "" } = (await database().hotWallet.findFirst()) ?? {};
  chain.holds.set(`bsc ${address}`, toBaseUnits(decimal("10"), 18));
  Object.assign(env().nodeUrls, { bsc: ["http://127.0.0.1:1"], polygon: ["http://127.0.0.1:1"] });
});
beforeEach(() => {
  chain.gone = null;
  chain.asked.length = 0;
});
afterAll(closeDatabase);
afterAll(() => vi.doUnmock("@/lib/chains/registry/create-driver"));

const open = () => database().alarm.findMany({ where: { clearedAt: null }, select: { kind: true, subject: true } });
const about = (lines: readonly string[], place: string) => lines.filter((line) => line.startsWith(`${place}:`));

it("compares the other networks when one network's nodes are down, queries that one once, and reports the omission", async () => {
  await paid("bsc");
  await paid("polygon");
  chain.gone = "polygon";
  const { passed, skipped, unanswered, compared } = await auditCustody();
  expect(about(passed, "deposits USDT on bsc")).toHaveLength(1);
  expect(about(skipped, "deposits USDT on polygon")).toEqual([
    expect.stringContaining("not compared: no node answered"),
  ]);
  expect(unanswered).toHaveLength(1);
  expect(chain.asked.filter((line) => line.startsWith("polygon"))).toHaveLength(1);
  expect(compared).toBe(chain.asked.length - 1);
  expect(compared).toBeGreaterThan(0);
});

it("reports a deposit missing from the ledger, keeps reporting it while a node is down, and reports that too", async () => {
  const { place } = await paid("bsc");
  chain.holds.set(place, 0n);
  await auditRegularly();
  expect(await open()).toEqual([{ kind: "books-differ", subject: "custody" }]);
  chain.gone = "bsc";
  await auditRegularly();
  expect(await open()).toEqual(
    expect.arrayContaining([
      { kind: "books-differ", subject: "custody" },
      { kind: "audit-incomplete", subject: "custody" },
    ]),
  );
  chain.gone = null;
  chain.holds.set(place, TOKENS);
  await auditRegularly();
  expect(await open()).toEqual([]);
});

it("samples assigned addresses for internal transfers, triggers a check of its findings, and reports what it could not query", async () => {
  const { invoiceId } = await paid("bsc");
  const { addressId, toAddress } = await database().deposit.findFirstOrThrow({ where: { ownerId: invoiceId } });
  chain.unseen = { bsc: new Map([[toAddress, TOKENS]]) };
  await auditRegularly();
  expect(await database().balanceCheck.findMany({ where: { networkCode: "bsc", addressId } })).toHaveLength(1);
  expect(await open()).toEqual([]);
  chain.unseen = { bsc: null };
  await auditRegularly();
  expect(await open()).toEqual([{ kind: "audit-incomplete", subject: "sample" }]);
  chain.unseen = {};
  await auditRegularly();
  expect(await open()).toEqual([]);
});

it("queries no address whose deposits were all swept, and still computes the exact sum", async () => {
  const { invoiceId, place } = await paid("bsc");
  const { addressId } = await database().deposit.findFirstOrThrow({ where: { ownerId: invoiceId } });
  const [sweepId = ""] = await sweepAll("USDT", { addressId });
  for (const simulated of [gasOf(sweepId), sendOfSweep(sweepId)]) {
    await simulateSigned(simulated, COST);
    if (simulated.purpose === "gas") await auditsRight();
    await simulateEnded(simulated, COST, "arrived");
  }
  chain.holds.set(place, 0n);
  chain.asked.length = 0;
  await auditsRight();
  expect(chain.asked.filter((line) => line === `${place} token`)).toEqual([]);
});

const TOKENS = toBaseUnits(decimal("100"), 18);
const COST = decimal("0.0001");

async function auditsRight(): Promise<void> {
  const { passed, differences } = await auditCustody();
  expect(about(differences, "deposits USDT on bsc")).toEqual([]);
  expect(about(passed, "deposits USDT on bsc")).toHaveLength(1);
}

/** A booked payment of 100 that is still on its chain. */
async function paid(network: "bsc" | "polygon") {
  const invoice = await newInvoice(await newMerchant());
  const depositId = await pay(invoice, { amount: "100", network });
  await settleInvoice(invoice.id);
  const { toAddress } = await database().deposit.findUniqueOrThrow({ where: { id: depositId } });
  const { decimals } = await database().service.findFirstOrThrow({
    where: { currencyCode: "USDT", networkCode: network },
  });
  const place = `${network} ${toAddress}`;
  chain.holds.set(place, toBaseUnits(decimal("100"), decimals));
  return { invoiceId: invoice.id, place };
}
