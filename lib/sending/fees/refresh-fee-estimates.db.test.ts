import { afterAll, beforeAll, expect, test } from "vitest";
import type { TransferRequest } from "@/lib/chains/spending";
import { closeDatabase, database } from "@/lib/kernel/db";
import { openGateway } from "@/lib/money-in/invoices/testing/gateway-rig";
import { quoteFee } from "@/lib/money-out/payouts/quote-fee";
import { setService } from "@/lib/money-out/payouts/testing/payout-rig";
import { loadCatalog } from "@/lib/pricing/catalog/queries";
import { type FeeDriver, refreshFeeEstimates } from "@/lib/sending/fees/refresh-fee-estimates";

const HOT = `0x${"11".repeat(20)}`;
const NEVER = new AbortController().signal;

beforeAll(async () => {
  await openGateway(3);
  await database().hotWallet.create({ data: { family: "evm", derivationIndex: 0, address: HOT } });
});
afterAll(closeDatabase);

const FACTORS = { economy: 1n, recommended: 2n, high: 3n, highest: 4n };
const GAS_PRICE = 10n ** 9n;

/**
 * A node whose price doubles, triples and so on with the priority; `asked` records every request.
 */
function fakeDriver(changes: { fails?: () => boolean; spending?: "nonce" | "coins" } = {}) {
  const asked: TransferRequest[] = [];
  const driver: FeeDriver = {
    family: "evm",
    features: {
      spending: changes.spending ?? "nonce",
      memo: false,
      tokens: true,
      outputsMax: 1,
      inFlightMax: null,
      leftBehindUnits: 0n,
      scanBlocksMax: 1,
    },
    async estimateFee({ request, priority }) {
      asked.push(request);
      if (changes.fails?.()) throw new Error("the node is tired");
      const expectedUnits = 21_000n * GAS_PRICE * FACTORS[priority];
      return { priority, expectedUnits, maximumUnits: expectedUnits * 2n, terms: "{}" };
    },
  };
  return { driver, asked };
}

const figures = async (networkCode: string) =>
  new Map(
    (await database().payoutFeeEstimate.findMany({ where: { networkCode } })).map((row) => [
      `${row.currencyCode} ${row.priority}`,
      row.amount.toFixed(),
    ]),
  );

test("every coin of a network gets an estimate at each priority, for a transfer from the hot wallet to an unused address", async () => {
  const { driver, asked } = fakeDriver();
  await refreshFeeEstimates(driver, { code: "bsc" }, NEVER);
  const catalog = await loadCatalog();
  const services = catalog
    .services()
    .filter(({ network, isPayoutEnabled }) => network.code === "bsc" && isPayoutEnabled);
  const found = await figures("bsc");
  expect(found.size).toBe(services.length * 4);
  expect(found.get("USDT economy")).toBe("0.000021");
  expect(found.get("USDT highest")).toBe("0.000084");
  const unused = await database().address.findMany({ where: { assignedAt: null } });
  for (const { source, outputs } of asked) {
    expect(source).toMatchObject({ kind: "nonce", address: HOT });
    expect(unused.map(({ address }) => address)).toContain(outputs[0]?.to.address);
    expect(outputs[0]?.units).toBeGreaterThan(0n);
  }
});

test("a network without priorities is queried for one estimate", async () => {
  const { driver } = fakeDriver();
  await refreshFeeEstimates(driver, { code: "arbitrum" }, NEVER);
  const found = await figures("arbitrum");
  expect([...found.keys()].every((name) => name.endsWith(" recommended"))).toBe(true);
  expect(found.size).toBeGreaterThan(0);
});

test("a failed estimate keeps its previous value and does not affect the others", async () => {
  await setService("DAI", "polygon", { isPayoutEnabled: false });
  const good = fakeDriver();
  await refreshFeeEstimates(good.driver, { code: "polygon" }, NEVER);
  const before = await figures("polygon");
  expect(before.has("DAI recommended")).toBe(false);
  let calls = 0;
  const bad = fakeDriver({ fails: () => calls++ % 2 === 0 });
  await refreshFeeEstimates(bad.driver, { code: "polygon" }, NEVER);
  expect(bad.asked).toHaveLength(good.asked.length);
  expect(await figures("polygon")).toEqual(before);
});

test("a payout is priced with the estimate of its priority; on UTXO networks with that of an ordinary transaction", async () => {
  const { driver } = fakeDriver();
  await refreshFeeEstimates(driver, { code: "eth" }, NEVER);
  const service = (await loadCatalog()).service("ETH", "eth");
  if (service === null) throw new Error("no ETH");
  // 0.000021 and 0.000084 plus a quarter, rounded to eight decimals.
  expect((await quoteFee(service, "economy")).fixed.toFixed()).toBe("0.00002625");
  expect((await quoteFee(service, "highest")).fixed.toFixed()).toBe("0.000105");
  const coins = fakeDriver({ spending: "coins" });
  await refreshFeeEstimates(coins.driver, { code: "btc" }, NEVER);
  const sources = coins.asked.map(({ source }) => source);
  expect(sources.length).toBeGreaterThan(0);
  for (const source of sources) expect(source).toMatchObject({ kind: "coins", candidates: [], required: [] });
});
