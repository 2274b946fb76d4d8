import { lockAcceptedCoins, updateAcceptedCoins } from "@/lib/accepted-coins/repo";
import { type AcceptedCoinsInput, isSameCoin } from "@/lib/accepted-coins/schema";
import { type Catalog, loadCatalog } from "@/lib/catalog/queries";
import { withTransaction } from "@/lib/db";
import { isOffered } from "@/lib/discounts/queries";
import { AppError } from "@/lib/errors";
import { recordAudit } from "@/lib/merchants/audit-repo";
import type { AcceptedCoin } from "@/lib/merchants/merchant";

/**
 * Says with which coins a merchant's payers may pay where an invoice names none; null: with every one, also those that the gateway gets later.
 * Prices that were given before stay. Only a real change is written to the audit trail.
 * @throws AppError `invalid_request` naming `coins` for one that is not offered
 */
export async function setAcceptedCoins(
  who: { readonly merchantId: string; readonly userId: string },
  input: AcceptedCoinsInput,
): Promise<void> {
  const { merchantId, userId: actorId } = who;
  const coins = input.coins === null ? null : canonicalCoins(await loadCatalog(), input.coins);
  await withTransaction(async (tx) => {
    const before = { coins: textOf(await lockAcceptedCoins(tx, merchantId)) };
    const after = { coins: textOf(coins) };
    if (before.coins === after.coins) return;
    await updateAcceptedCoins(tx, merchantId, coins);
    await recordAudit(tx, { actorId, merchantId, action: "coins.change", target: merchantId, before, after });
  });
}

/** In the catalog's order, each once. */
function canonicalCoins(catalog: Catalog, wanted: readonly AcceptedCoin[]): readonly AcceptedCoin[] {
  const offered = catalog
    .services()
    .filter(isOffered)
    .map(({ currency, network }) => ({ currency: currency.code, network: network.code }));
  const unknown = wanted.find((coin) => !offered.some((one) => isSameCoin(one, coin)));
  if (unknown !== undefined) {
    const message = `${unknown.currency} on ${unknown.network} is not offered here.`;
    throw new AppError("invalid_request", message, { fields: { coins: [message] } });
  }
  return offered.filter((one) => wanted.some((coin) => isSameCoin(one, coin)));
}

function textOf(coins: readonly AcceptedCoin[] | null): string {
  if (coins === null) return "every coin";
  return coins.map(({ currency, network }) => (network === null ? currency : `${currency} on ${network}`)).join(", ");
}
