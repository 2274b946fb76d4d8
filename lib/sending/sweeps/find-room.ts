import type { ChainDriver } from "@/lib/chains/driver";
import { fromBaseUnits } from "@/lib/kernel/money/base-units";
import type { Decimal } from "@/lib/kernel/money/decimal";
import type { CatalogService } from "@/lib/pricing/catalog/catalog-types";

/** What one transaction can take from an address: no more than this of the coin, and from so many accounts there. */
export type SweepRoom = { readonly amount: Decimal; readonly accountsMax: number };

/** Null: all that there is. @throws ChainUnavailableError when no node answers */
export async function findRoom(
  driver: Pick<ChainDriver, "movableAtOnce">,
  { contract, decimals }: Pick<CatalogService, "contract" | "decimals">,
  address: string,
  signal: AbortSignal,
): Promise<SweepRoom | null> {
  if (contract === null) return null;
  const movable = (await driver.movableAtOnce?.(address, { kind: "token", contract }, signal)) ?? null;
  return movable && { amount: fromBaseUnits(movable.units, decimals), accountsMax: movable.accountsMax };
}

type Sized = { readonly amount: Decimal };

/**
 * The largest deposits for which there is room, each on an account of its own as far as is known. Where there is room for none, all of them:
 * the chain then says why they cannot move, and the operator hears it.
 */
export function whatFits<Deposit extends Sized>(
  deposits: readonly Deposit[],
  room: SweepRoom | null,
): readonly Deposit[] {
  if (room === null) return deposits;
  const fitting: Deposit[] = [];
  let left = room.amount;
  for (const deposit of deposits.toSorted((one, other) => other.amount.comparedTo(one.amount))) {
    if (fitting.length === room.accountsMax) break;
    if (deposit.amount.gt(left)) continue;
    fitting.push(deposit);
    left = left.minus(deposit.amount);
  }
  return fitting.length > 0 ? fitting : deposits;
}
