import type { CatalogService } from "@/lib/catalog/catalog-types";
import type { ChainDriver } from "@/lib/chains/driver";
import type { Holding } from "@/lib/deposits/holdings-repo";
import { invariant } from "@/lib/errors";
import { toBaseUnits } from "@/lib/money/base-units";

/** Units of the network's coin, by address id. */
export type Surpluses = ReadonlyMap<bigint, bigint>;

/**
 * What addresses hold at a height beyond what is known, below zero where it is less; of those to or from which nothing of ours is under way.
 * @throws ChainUnavailableError where no node answers
 */
export async function readSurpluses(
  driver: Pick<ChainDriver, "balancesOf">,
  { decimals }: Pick<CatalogService, "decimals">,
  { holdings, height }: { readonly holdings: readonly Holding[]; readonly height: number },
  signal: AbortSignal,
): Promise<Surpluses> {
  const still = holdings.filter(({ isMoving }) => !isMoving);
  const addresses = still.map(({ address }) => address);
  const balances = await driver.balancesOf?.(addresses, height, signal);
  invariant(balances?.length === still.length, "every address has a balance");
  return new Map(still.map(({ id, known }, index) => [id, (balances[index] ?? 0n) - toBaseUnits(known, decimals)]));
}
