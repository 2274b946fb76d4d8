import type { MatchDestinations } from "@/lib/chains/driver";
import type { Transfer } from "@/lib/chains/facts";
import { CallerFailure } from "@/lib/chains/failover";

/** The caller's question, put once for each address. A failure of the caller's own is no failure of a node. */
export function askOnce(match: MatchDestinations): MatchDestinations {
  const known = new Map<string, boolean>();
  return async (destinations) => {
    const fresh = new Map(destinations.filter(({ address }) => !known.has(address)).map((to) => [to.address, to]));
    if (fresh.size > 0) {
      const matched = await match([...fresh.values()]).catch((error: unknown) => {
        throw new CallerFailure("the match callback failed", { cause: error });
      });
      for (const address of fresh.keys()) known.set(address, matched.has(address));
    }
    return new Set(destinations.map(({ address }) => address).filter((address) => known.get(address) === true));
  };
}

/** Those to destinations of ours. */
export async function keepMatched(
  transfers: readonly Transfer[],
  match: MatchDestinations,
): Promise<readonly Transfer[]> {
  if (transfers.length === 0) return [];
  const matched = await match(transfers.map(({ to }) => to));
  return transfers.filter(({ to }) => matched.has(to.address));
}
