import { randomBytes } from "node:crypto";
import { base58 } from "@scure/base";
import { Address } from "@ton/core";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { AddressInspection } from "@/lib/chains/driver";
import { fromContractForm } from "@/lib/chains/tron/config";
import { EXCHANGES } from "@/lib/exceptions/refunds/evaluate-sender";
import { forceRefunds } from "@/lib/exceptions/refunds/force-refunds";
import { refundBlockedWallet } from "@/lib/exceptions/refunds/refund-blocked-wallet";
import { confirmRefund, liveRefund } from "@/lib/exceptions/refunds/testing/refund-rig";
import { ACCOUNT, createFakeNodes, FAR } from "@/lib/exceptions/refunds/testing/sender-nodes";
import { closeDatabase, database } from "@/lib/kernel/db";
import { heldFunds } from "@/lib/ledger/account";
import { findBalance } from "@/lib/ledger/holdings";
import { exportMerchantJournal } from "@/lib/ledger/statements/export-journal";
import { bookDifferences, CONFIRMATIONS, openGateway, setPrice } from "@/lib/money-in/invoices/testing/gateway-rig";
import { blockWallet } from "@/lib/money-in/static-wallets/block-wallet";
import { settleWallet } from "@/lib/money-in/static-wallets/settle-wallet";
import { newWallet, topUp } from "@/lib/money-in/static-wallets/testing/wallet-rig";
import type { StaticWallet } from "@/lib/money-in/static-wallets/wallet";
import { fundHot, newPayer } from "@/lib/money-out/payouts/testing/payout-rig";
import { getMerchant } from "@/lib/people/merchants/create-merchant";
import { clearCatalogCache } from "@/lib/pricing/catalog/queries";
import { offerNetworks } from "@/lib/pricing/catalog/testing/offer-networks";

/**
 * Forced refunds on account-based networks other than EVM: with two nodes, each of which may report
 * wrong data, lag or not respond.
 */
const CHAINS = [
  { network: "tron", family: "tron", coin: "TRX", newSender: () => fromContractForm(randomBytes(20).toString("hex")) },
  { network: "sol", family: "sol", coin: "SOL", newSender: () => base58.encode(randomBytes(32)) },
  {
    network: "ton",
    family: "ton",
    coin: "TON",
    newSender: () => new Address(0, randomBytes(32)).toString({ bounceable: false }),
  },
] as const;

beforeAll(async () => {
  await openGateway(1);
  await offerNetworks(...CHAINS.map(({ network }) => network));
  await database().network.updateMany({ data: { confirmations: CONFIRMATIONS } });
  for (const { network, family, coin, newSender } of CHAINS) {
    await setPrice(coin, "100");
    const pool = Array.from({ length: 20 }, newSender).map((address, derivationIndex) => {
      return { family, derivationIndex, address, addressKey: address };
    });
    await database().address.createMany({ data: pool });
    await database().chainCursor.update({
      where: { networkCode: network },
      data: { height: 1_000n, headHeight: 1_000n },
    });
    for (const currency of ["USDT", coin]) await fundHot(network, currency, "100000");
  }
});
afterAll(closeDatabase);

const CONTRACT: AddressInspection = { kind: "contract", active: true };
type SenderInspections = { first: AddressInspection | null; second: AddressInspection | null };
let nodeAnswers: SenderInspections;
let secondHeight: number;
beforeEach(() => {
  nodeAnswers = { first: ACCOUNT, second: ACCOUNT };
  secondHeight = FAR;
});

/** Runs one pass of a worker with the two nodes of one network. */
async function pass(network: string): Promise<void> {
  const nodes = [
    { host: "first", height: FAR, says: () => nodeAnswers.first },
    { host: "second", height: secondHeight, says: () => nodeAnswers.second },
  ];
  await forceRefunds([{ network: { code: network }, driver: createFakeNodes(nodes) }], new AbortController().signal);
}

async function newForced(network: string, currency = "USDT") {
  const payer = await newPayer();
  const wallet = await newWallet(payer.merchantId, { network, currency });
  await blockWallet(payer.merchantId, { uuid: wallet.id, order_id: null, is_force_refund: true });
  return { payer, wallet };
}

async function hold(wallet: StaticWallet, amount: string, fromAddress: string): Promise<void> {
  const { networkCode: network, currencyCode: currency } = wallet;
  const id = await topUp(wallet, { amount, currency, network: network as "bsc" });
  await database().deposit.update({ where: { id }, data: { fromAddress } });
  await settleWallet(wallet.id);
}

const refundsOf = async ({ id }: StaticWallet) =>
  (await database().refund.findMany({ where: { walletId: id }, orderBy: { amount: "asc" } })).map(
    ({ address, amount, status }) => [address, amount.toFixed(), status],
  );
const reasonsOf = async ({ id }: StaticWallet) =>
  (await database().walletHold.findMany({ where: { walletId: id, refundId: null }, orderBy: { amount: "asc" } })).map(
    (row) => row.addressRequiredReason,
  );

describe.each(CHAINS)("a forced refund on $network", ({ network, family, newSender }) => {
  test("is sent once to the account that paid, even with concurrent workers, and is booked", async () => {
    const { payer, wallet } = await newForced(network);
    const [first, second] = [newSender(), newSender()];
    await hold(wallet, "50", first);
    await hold(wallet, "70", second);
    await Promise.all([pass(network), pass(network), pass(network)]);
    expect(await refundsOf(wallet)).toEqual([
      [first, "50", "process"],
      [second, "70", "process"],
    ]);
    for (const { id } of await database().refund.findMany({ where: { walletId: wallet.id } })) await confirmRefund(id);
    await pass(network);
    expect((await refundsOf(wallet)).map(([, , status]) => status)).toEqual(["paid", "paid"]);
    expect((await findBalance(heldFunds(payer.merchantId, "USDT"))).toFixed()).toBe("0");
    const references = (await database().refund.findMany({ where: { walletId: wallet.id } })).map(({ id }) => id);
    const entries = await database().journalEntry.findMany({ where: { reference: { in: references } } });
    expect(entries.map(({ kind }) => kind).sort()).toEqual([
      ...["refund.reserve", "refund.reserve"],
      ...["refund.settle", "refund.settle"],
    ]);
    const { pieces } = exportMerchantJournal(payer.merchantId, "Paper Lantern", new Date());
    let journal = "";
    for await (const piece of pieces) journal += piece;
    for (const id of references) {
      expect(journal).toMatch(new RegExp(`kind: refund.reserve\\n    ; reference: ${id}`));
      expect(journal).toMatch(new RegExp(`kind: refund.settle\\n    ; reference: ${id}`));
    }
    expect(await bookDifferences()).toEqual([]);
  });

  test("waits for an address when a contract, an exchange or a wallet of the gateway paid", async () => {
    const { payer, wallet } = await newForced(network);
    nodeAnswers = { first: CONTRACT, second: CONTRACT };
    await hold(wallet, "50", newSender());
    await pass(network);
    nodeAnswers = { first: ACCOUNT, second: ACCOUNT };
    await hold(wallet, "60", EXCHANGES[family]?.["Binance"]?.[0] ?? "");
    await hold(wallet, "70", (await newForced(network)).wallet.address);
    await pass(network);
    expect(await refundsOf(wallet)).toEqual([]);
    expect(await reasonsOf(wallet)).toEqual([
      expect.stringContaining("contract"),
      expect.stringContaining("Binance"),
      expect.stringContaining("refunds are not allowed"),
    ]);
    const address = newSender();
    await refundBlockedWallet(await getMerchant(payer.merchantId), { uuid: wallet.id, order_id: null, address });
    expect(await refundsOf(wallet)).toEqual([[address, "180", "process"]]);
    await confirmRefund(await liveRefund({ walletId: wallet.id }));
    expect(await bookDifferences()).toEqual([]);
  });
});

describe("two nodes' classification of a sender", () => {
  const [{ network, newSender }] = CHAINS;

  test("is pending, and queried again, while one of two nodes does not respond or lags behind", async () => {
    const { wallet } = await newForced(network);
    const sender = newSender();
    await hold(wallet, "50", sender);
    nodeAnswers = { first: ACCOUNT, second: null };
    await pass(network);
    nodeAnswers = { first: ACCOUNT, second: ACCOUNT };
    secondHeight = 1;
    await pass(network);
    expect([await refundsOf(wallet), await reasonsOf(wallet)]).toEqual([[], [null]]);
    secondHeight = FAR;
    await pass(network);
    expect(await refundsOf(wallet)).toEqual([[sender, "50", "process"]]);
  });

  test.each([
    ["first", { first: ACCOUNT, second: CONTRACT }],
    ["second", { first: CONTRACT, second: ACCOUNT }],
  ])("requires an address when the %s of two nodes reports a contract as an account", async (_, said) => {
    const { wallet } = await newForced(network);
    await hold(wallet, "50", newSender());
    nodeAnswers = said;
    await pass(network);
    nodeAnswers = { first: ACCOUNT, second: ACCOUNT };
    await pass(network);
    expect([await refundsOf(wallet), await reasonsOf(wallet)]).toEqual([[], [expect.stringContaining("do not agree")]]);
  });
});

test("a refund below the minimum balance of a Solana account stays held with the reason recorded", async () => {
  const { wallet } = await newForced("sol", "SOL");
  const service = { currencyCode_networkCode: { currencyCode: "SOL", networkCode: "sol" } };
  const data = { payoutMin: "0.0001", payoutFeeFixed: "0.001" };
  await database().service.update({ where: service, data });
  clearCatalogCache();
  const sender = base58.encode(randomBytes(32));
  await hold(wallet, "0.00189", sender);
  await hold(wallet, "0.00189088", sender);
  await pass("sol");
  expect(await reasonsOf(wallet)).toEqual([expect.stringContaining("the coin's minimum")]);
  expect(await refundsOf(wallet)).toEqual([[sender, "0.00189088", "process"]]);
});
