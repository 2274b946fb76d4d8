import { loadCatalog } from "@/lib/catalog/queries";
import { listMerchantHoldings, listUserHoldings } from "@/lib/ledger/holdings";
import { findWalletOwner } from "@/lib/merchants/wallet-owner-repo";
import { decimal } from "@/lib/money/decimal";
import { selectTransfers, type TransferRow } from "@/lib/transfers/dashboard-repo";
import {
  TRANSFER_PAGE_SIZE,
  type TransferHistoryQuery,
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

/** Newest first, a page at a time. */
export async function listTransfers(merchantId: string, { cursor }: TransferHistoryQuery): Promise<TransferPageView> {
  const before = cursor === undefined ? null : BigInt(cursor);
  const rows = await selectTransfers(merchantId, before, TRANSFER_PAGE_SIZE + 1);
  const shown = rows.slice(0, TRANSFER_PAGE_SIZE);
  const last = rows.length > shown.length ? shown.at(-1) : undefined;
  return { items: shown.map(toRowView), nextCursor: last?.id.toString() ?? null };
}

function toRowView({ id, at, kind, reference, amount, currency, orderedBy }: TransferRow): TransferRowView {
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
