import { loadCatalog } from "@/lib/catalog/queries";
import { listMerchantHoldings, listUserHoldings } from "@/lib/ledger/holdings";
import { findWalletOwner } from "@/lib/merchants/wallet-owner-repo";
import { decimal } from "@/lib/money/decimal";
import { selectTransfers, type TransferListFilter, type TransferRow } from "@/lib/transfers/dashboard-repo";
import {
  TRANSFER_DIRECTIONS,
  TRANSFER_PAGE_SIZE,
  type TransferFilterQuery,
  type TransferListQuery,
  type TransferPageView,
  type TransferRowView,
  type TransferWalletsView,
} from "@/lib/transfers/dashboard-schema";

/**
 * What can be moved between a merchant's business wallets and the personal ones of whoever made it. The personal side is shown to that
 * person alone: it is not the merchant's.
 */
export async function listTransferWallets(merchantId: string, userId: string): Promise<TransferWalletsView> {
  const [catalog, owner] = await Promise.all([loadCatalog(), findWalletOwner(merchantId)]);
  const isYou = owner?.userId === userId && owner.isUsable;
  const business = new Map((await listMerchantHoldings(merchantId)).map((held) => [held.currency, held]));
  const personal = new Map((isYou ? await listUserHoldings(userId) : []).map((held) => [held.currency, held]));
  const codes = [...new Set([...business.keys(), ...personal.keys()])].toSorted();
  return {
    owner: owner && { name: owner.name, isYou, isUsable: owner.isUsable },
    items: codes.map((currency) => ({
      currency,
      name: catalog.currency(currency)?.name ?? currency,
      business: business.get(currency)?.spendable.toFixed() ?? "0",
      personal: isYou ? (personal.get(currency)?.spendable.toFixed() ?? "0") : null,
    })),
  };
}

/** A merchant's transfers, a page at a time. */
export async function listTransfers(merchantId: string, query: TransferListQuery): Promise<TransferPageView> {
  const filter = toTransferFilter(query);
  // One more than shown tells whether there is a next page.
  const rows = await selectTransfers(merchantId, filter, TRANSFER_PAGE_SIZE + 1);
  const shown = rows.slice(0, TRANSFER_PAGE_SIZE);
  return {
    items: shown.map(toTransferView),
    firstCursor: filter.sort === "newest" ? (shown[0]?.id.toString() ?? null) : null,
    nextCursor: rows.length > shown.length ? (shown.at(-1)?.id.toString() ?? null) : null,
  };
}

/** What the database is asked for. */
export function toTransferFilter(query: TransferFilterQuery & Pick<TransferListQuery, "cursor">): TransferListFilter {
  const { direction, sort = "newest", q, coin, from, to, cursor } = query;
  return {
    sort,
    beyond: cursor ? BigInt(cursor) : null,
    kinds: (direction ? [direction] : TRANSFER_DIRECTIONS).map((one) => `transfer.${one}` as const),
    coin: coin?.toUpperCase() ?? null,
    search: q || null,
    from: from ? new Date(from) : null,
    to: to ? new Date(to) : null,
  };
}

/** One transfer as the pages show it. */
export function toTransferView({ id, at, kind, reference, amount, currency, orderedBy }: TransferRow): TransferRowView {
  return {
    id: id.toString(),
    at: at.toISOString(),
    direction: kind === "transfer.to-personal" ? "to-personal" : "to-business",
    amount: decimal(amount).toFixed(),
    currency,
    merchantTransactionId: reference.split(":")[0] ?? reference,
    orderedBy,
  };
}
