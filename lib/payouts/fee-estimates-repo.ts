import type { AddressFamily } from "@/lib/chains/address-family";
import { database } from "@/lib/db";
import type { Decimal } from "@/lib/money/decimal";
import type { FeeKey } from "@/lib/payouts/fee-quotes-repo";

/** Between which addresses a transfer is tried. */
export type TrialPlaces = { readonly from: string; readonly to: string };

/**
 * The hot wallet of a family, and an address that nobody has used: what a first holder costs more is in the figure. Null before the worker
 * has derived both.
 */
export async function findTrialPlaces(family: AddressFamily): Promise<TrialPlaces | null> {
  const [hot, unused] = await Promise.all([
    database().hotWallet.findFirst({ where: { family }, orderBy: { derivationIndex: "asc" } }),
    database().address.findFirst({ where: { family, takenAt: null }, orderBy: { id: "desc" } }),
  ]);
  return hot !== null && unused !== null ? { from: hot.address, to: unused.address } : null;
}

export type FeeFigure = FeeKey & { readonly amount: Decimal; readonly observedAt: Date };

/** What a chain asks for one transfer of each service at each level, in the network's native currency, without any margin. */
export async function writeFeeEstimates(figures: readonly FeeFigure[]): Promise<void> {
  if (figures.length === 0) return;
  const rows = JSON.stringify(figures.map(({ amount, ...figure }) => ({ ...figure, amount: amount.toFixed() })));
  await database().$executeRaw`
    INSERT INTO payout_fee_estimates (currency_code, network_code, priority, amount, observed_at)
    SELECT "currencyCode", "networkCode", priority, amount::numeric, "observedAt"
    FROM jsonb_to_recordset(${rows}::jsonb)
      AS f("currencyCode" text, "networkCode" text, priority fee_priority, amount text, "observedAt" timestamptz)
    ON CONFLICT (currency_code, network_code, priority)
      DO UPDATE SET amount = excluded.amount, observed_at = excluded.observed_at`;
}
