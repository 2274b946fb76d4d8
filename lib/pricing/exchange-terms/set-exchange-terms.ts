import { changedFields, recordAudit } from "@/lib/kernel/audit-log/record-audit";
import { cachedRead } from "@/lib/kernel/cached-read";
import { withTransaction } from "@/lib/kernel/db";
import { invalidParameter } from "@/lib/kernel/errors";
import { ZERO } from "@/lib/kernel/money/decimal";
import { loadCatalog } from "@/lib/pricing/catalog/queries";
import { type ExchangeTerms, type ServiceKey, typicalTermsOf } from "@/lib/pricing/exchange-terms/exchange-terms";
import {
  deleteTerms,
  listTerms,
  lockTerms,
  type StoredTerms,
  writeEdited,
  writeTypical,
} from "@/lib/pricing/exchange-terms/repo";

/**
 * Sets an operator's terms of exchanges for a service in place of the typical ones. Pages of other
 * processes show them within ten seconds.
 * @throws AppError `invalid_request` naming the field: an unknown service, an amount below zero
 */
export async function setExchangeTerms(order: ServiceKey & ExchangeTerms & { readonly actorId: string }) {
  const { currencyCode, networkCode, fee, minimum, actorId } = order;
  await assertKnown(order);
  if (fee.lt(ZERO)) throw invalidParameter("fee", "validation.min.numeric");
  if (minimum.lt(ZERO)) throw invalidParameter("minimum", "validation.min.numeric");
  await withTransaction(async (tx) => {
    const before = termFields(await lockTerms(tx, { currencyCode, networkCode }));
    await writeEdited(tx, { currencyCode, networkCode }, { fee, minimum });
    const detail = { fee: fee.toFixed(), minimum: minimum.toFixed() };
    const change = changedFields(before, { ...detail, isEdited: true });
    const target = `${networkCode}:${currencyCode}`;
    await recordAudit(tx, { actorId, action: "exchange-terms.set", target, detail, ...change });
  });
  clearExchangeTermsCache();
}

/**
 * Restores the typical terms, which follow later versions again; where none are known, removes the
 * terms.
 * @throws AppError `invalid_request` for an unknown service
 */
export async function resetExchangeTerms(order: ServiceKey & { readonly actorId: string }): Promise<void> {
  const { currencyCode, networkCode, actorId } = order;
  await assertKnown(order);
  const typical = typicalTermsOf(currencyCode, networkCode);
  await withTransaction(async (tx) => {
    const before = termFields(await lockTerms(tx, { currencyCode, networkCode }));
    await deleteTerms(tx, { currencyCode, networkCode });
    if (typical !== null) await writeTypical(tx, typical);
    const after = termFields(await lockTerms(tx, { currencyCode, networkCode }));
    const change = changedFields(before, after);
    await recordAudit(tx, {
      actorId,
      action: "exchange-terms.reset",
      target: `${networkCode}:${currencyCode}`,
      ...change,
    });
  });
  clearExchangeTermsCache();
}

/** For the audit log; all null where nothing is stored. */
function termFields(terms: StoredTerms | null) {
  return {
    fee: terms?.fee.toFixed() ?? null,
    minimum: terms?.minimum.toFixed() ?? null,
    isEdited: terms?.isEdited ?? null,
  };
}

async function assertKnown({ currencyCode, networkCode }: ServiceKey): Promise<void> {
  if ((await loadCatalog()).service(currencyCode, networkCode) === null)
    throw invalidParameter("currencyCode", "validation.in");
}

/** Every view of a payment page reads it; the operator edits a few times a year. */
const KEPT_MS = 10_000;

const cache = cachedRead(async () => {
  const rows = await listTerms();
  return new Map(rows.map(({ fee, minimum, ...key }) => [nameOf(key), { fee, minimum }]));
}, KEPT_MS);

/**
 * Reads the typical terms of exchanges by service; null where they are not known. At most ten
 * seconds old, one read for all services.
 */
export async function readExchangeTerms(): Promise<(key: ServiceKey) => ExchangeTerms | null> {
  const terms = await cache.get();
  return (key) => terms.get(nameOf(key)) ?? null;
}

/** Makes the next read of this process return what is stored now. */
export function clearExchangeTermsCache(): void {
  cache.clear();
}

function nameOf({ currencyCode, networkCode }: ServiceKey): string {
  return `${currencyCode} ${networkCode}`;
}
