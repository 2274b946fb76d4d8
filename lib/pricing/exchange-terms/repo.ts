import { database, type Tx } from "@/lib/kernel/db";
import { decimal } from "@/lib/kernel/money/decimal";
import {
  type ExchangeTerms,
  type ServiceKey,
  TYPICAL_TERMS,
  type TypicalTerms,
} from "@/lib/pricing/exchange-terms/exchange-terms";

export type StoredTerms = ServiceKey & ExchangeTerms & { readonly isEdited: boolean; readonly updatedAt: Date };

export async function listTerms(): Promise<readonly StoredTerms[]> {
  const rows = await database().exchangeTerms.findMany();
  return rows.map((row) => ({ ...row, fee: decimal(row.fee), minimum: decimal(row.minimum) }));
}

/** Locks and returns the stored terms of a service; null where there are none. */
export async function lockTerms(tx: Tx, { currencyCode, networkCode }: ServiceKey): Promise<StoredTerms | null> {
  await tx.$queryRaw`
    SELECT 1 FROM exchange_terms WHERE currency_code = ${currencyCode} AND network_code = ${networkCode} FOR UPDATE`;
  const row = await tx.exchangeTerms.findUnique({ where: { currencyCode_networkCode: { currencyCode, networkCode } } });
  return row && { ...row, fee: decimal(row.fee), minimum: decimal(row.minimum) };
}

/**
 * Inserts the row, or updates it to these values unless the operator has edited it. Returns whether
 * something changed.
 */
export async function writeTypical(tx: Tx, { currency, network, fee, minimum }: TypicalTerms): Promise<boolean> {
  const changed = await tx.$executeRaw`
    INSERT INTO exchange_terms (currency_code, network_code, fee, minimum)
    VALUES (${currency}, ${network}, ${fee}::numeric, ${minimum}::numeric)
    ON CONFLICT (currency_code, network_code) DO UPDATE
      SET fee = excluded.fee, minimum = excluded.minimum, updated_at = now()
      WHERE NOT exchange_terms.is_edited
        AND (exchange_terms.fee, exchange_terms.minimum) IS DISTINCT FROM (excluded.fee, excluded.minimum)`;
  return changed > 0;
}

/** Writes the operator's own values, which no later version of the typical ones replaces. */
export async function writeEdited(tx: Tx, key: ServiceKey, { fee, minimum }: ExchangeTerms): Promise<void> {
  const values = { fee: fee.toFixed(), minimum: minimum.toFixed(), isEdited: true };
  await tx.exchangeTerms.upsert({
    where: { currencyCode_networkCode: key },
    create: { ...key, ...values },
    update: values,
    select: { networkCode: true },
  });
}

export async function deleteTerms(tx: Tx, key: ServiceKey): Promise<void> {
  await tx.exchangeTerms.deleteMany({ where: key });
}

/**
 * Copies the typical terms into the table: inserts missing rows, updates those that the operator
 * has not edited, and leaves edited ones alone. Idempotent and safe to run concurrently; called at
 * every start.
 * @returns how many rows changed
 */
export async function syncExchangeTerms(tx: Tx): Promise<number> {
  let changed = 0;
  // Sequential and in a fixed order: two concurrent runs wait for each other instead of
  // deadlocking.
  for (const terms of TYPICAL_TERMS) if (await writeTypical(tx, terms)) changed += 1;
  return changed;
}
