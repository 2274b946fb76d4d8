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

/** What a chain asks for one transfer of a service at a level, in the network's native currency, without any margin. */
export async function writeFeeEstimate(key: FeeKey, amount: Decimal, observedAt: Date): Promise<void> {
  const figure = { amount: amount.toFixed(), observedAt };
  await database().payoutFeeEstimate.upsert({
    where: { currencyCode_networkCode_priority: key },
    create: { ...key, ...figure },
    update: figure,
    select: { networkCode: true },
  });
}
