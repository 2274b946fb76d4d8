import { createHash } from "node:crypto";
import { toPayNetwork } from "@/lib/fronts/payment-page/pay-core";
import type { PayNetwork } from "@/lib/fronts/payment-page/pay-view";
import { invariant } from "@/lib/kernel/errors";
import { type Decimal, decimal } from "@/lib/kernel/money/decimal";
import { confirmationsOf } from "@/lib/money-in/deposits/deposit";
import { isTopUpOffered } from "@/lib/money-in/static-wallets/get-wallet";
import { hasWalletPage, readWalletPageRows, type WalletPageRows } from "@/lib/money-in/static-wallets/list-repo";
import { shownStatus, type WalletStatus } from "@/lib/money-in/static-wallets/wallet";
import type { BrandView } from "@/lib/people/brands/brand-view";
import { findBrand } from "@/lib/people/brands/find-brand";
import type { CatalogService } from "@/lib/pricing/catalog/catalog-types";
import { type Catalog, loadCatalog } from "@/lib/pricing/catalog/queries";
import { findPayExchange, type PayExchange } from "@/lib/pricing/exchange-terms/pay-exchange";

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;

/** Whether a wallet page with this uuid exists; uses one query. */
export async function isWalletPage(uuid: string): Promise<boolean> {
  return UUID.test(uuid) && (await hasWalletPage(uuid));
}

/** Returns the public part of a static wallet's page; null for an unknown uuid. Queries no node. */
export async function loadWalletPage(uuid: string): Promise<WalletPageView | null> {
  if (!UUID.test(uuid)) return null;
  const [rows, catalog] = await Promise.all([readWalletPageRows(uuid), loadCatalog()]);
  if (rows === null) return null;
  const { wallet, merchant } = rows;
  const service = catalog.service(wallet.currencyCode, wallet.networkCode);
  invariant(service, `the service of wallet ${uuid} is in the catalog`);
  const status = shownStatus(wallet.status, isTopUpOffered(service));
  const view = {
    uuid: wallet.id,
    status,
    merchantName: merchant.name,
    supportContact: merchant.supportContact,
    brand: await findBrand(wallet.merchantId),
    currency: service.currency.code,
    network: toPayNetwork(service.network),
    target: status === "active" ? await toTarget(catalog, wallet.address, service) : null,
    recent: rows.deposits.map((deposit) => toRecent(rows, catalog, deposit)),
  };
  return { ...view, key: keyOf(view) };
}

async function toTarget(catalog: Catalog, address: string, service: CatalogService) {
  const { paymentMin: minimum, decimals, payableDecimals, contract, currency, network } = service;
  const exchange = await findPayExchange(catalog, currency.code, network.code);
  return { address, minimum, decimals, payableDecimals, contract, exchange };
}

function toRecent(rows: WalletPageRows, catalog: Catalog, deposit: WalletPageRows["deposits"][number]): RecentDeposit {
  const network = catalog.network(deposit.networkCode);
  const confirmationsNeeded = network?.confirmations ?? 1;
  const height = rows.cursors.find(({ networkCode }) => networkCode === deposit.networkCode)?.height ?? 0n;
  const depth = confirmationsOf(deposit, { height, confirmations: confirmationsNeeded });
  return {
    amount: decimal(deposit.amount),
    currency: deposit.currencyCode,
    networkCode: deposit.networkCode,
    networkName: network?.name ?? deposit.networkCode,
    state: stateOf(rows, deposit),
    confirmations: Number.parseInt(depth.toString(), 10),
    confirmationsNeeded,
    seenAt: deposit.seenAt,
  };
}

const STATE_OF_CASE = {
  open: "case",
  credited: "credited",
  refunding: "returning",
  refunded: "returned",
} as const satisfies Readonly<Record<string, DepositState>>;

function stateOf(rows: WalletPageRows, { id, status }: WalletPageRows["deposits"][number]): DepositState {
  if (status === "vanished") return "vanished";
  const opened = rows.cases.find(({ depositId }) => depositId === id);
  if (opened && opened.status !== "void") return STATE_OF_CASE[opened.status];
  const hold = rows.holds.find(({ depositId }) => depositId === id);
  if (hold) return hold.refundedAt !== null ? "returned" : hold.refundId !== null ? "returning" : "held";
  if (rows.credits.some(({ depositId }) => depositId === id)) return "credited";
  return status === "confirmed" ? "waits" : "seen";
}

/** Short enough to compare on every poll. */
function keyOf(view: Omit<WalletPageView, "key">): string {
  const facts = [
    view.status,
    view.network.isReady,
    view.target?.minimum.toFixed(),
    view.recent.map((deposit) => [
      deposit.amount.toFixed(),
      deposit.currency,
      deposit.state,
      deposit.seenAt,
      Math.min(deposit.confirmations, deposit.confirmationsNeeded),
    ]),
  ];
  return createHash("sha256").update(JSON.stringify(facts)).digest("base64url").slice(0, 16);
}

/**
 * The public fields of a static wallet, and nothing else: no order id, no callback, no commission,
 * no sender and no transaction. Anyone who holds the link can read it.
 */
export type WalletPageView = {
  readonly uuid: string;
  readonly status: WalletStatus;
  readonly merchantName: string;
  readonly supportContact: string | null;
  readonly brand: BrandView;
  readonly currency: string;
  readonly network: PayNetwork;
  /** Where to send; null when nothing may be sent any more. */
  readonly target: WalletTarget | null;
  /** Newest first. */
  readonly recent: readonly RecentDeposit[];
  /** Changes whenever the page would look different. */
  readonly key: string;
};

export type WalletTarget = {
  readonly address: string;
  /** The total needed before anything is credited; zero when there is no minimum. */
  readonly minimum: Decimal;
  /** Decimals of the coin on its network, and of the amount a payer can be asked for. */
  readonly decimals: number;
  readonly payableDecimals: number;
  /** Null for the network's own coin. */
  readonly contract: string | null;
  /** For payers who send from an exchange. */
  readonly exchange: PayExchange;
};

/** The state of a deposit from its sender's point of view. */
export type DepositState =
  | "seen"
  /** Confirmed, but below the minimum together with the others. */
  | "waits"
  | "credited"
  /** Received at a blocked wallet. */
  | "held"
  /** Not the wallet's coin: the merchant decides. */
  | "case"
  /** A refund is in progress. */
  | "returning"
  | "returned"
  | "vanished";

export type RecentDeposit = {
  readonly amount: Decimal;
  readonly currency: string;
  readonly networkCode: string;
  readonly networkName: string;
  readonly state: DepositState;
  /** Current depth; the block of the transaction counts as one, zero before inclusion. */
  readonly confirmations: number;
  readonly confirmationsNeeded: number;
  readonly seenAt: Date;
};
