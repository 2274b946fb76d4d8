import type { AddressFamily } from "@/lib/chains/address-family";
import {
  listDoubtfulAddresses,
  listOpenAddresses,
  listWalletAddresses,
  type WatchedAddress,
} from "@/lib/deposits/missed-repo";

/** One question to a node each. */
const CHECKED_A_ROUND = 60;
const OPEN_MAX = 2_000;
const WALLETS_A_ROUND = 100;
const DOUBTFUL_MAX = 50;
/** Once seen, an address stays under watch for so long: a payment may come in the last second, or late. */
const WATCHED_MS = 24 * 60 * 60_000;
const WATCHED_MAX = 10_000;

type Watched = WatchedAddress & { checkedAtMs: number; untilMs: number };

/** What this process has looked at; another one begins anew, which costs questions and nothing else. */
export type WatchMemory = {
  readonly watched: Map<bigint, Watched>;
  /** Surpluses that no search explained, and when it was last tried: a second look decides, and then the nodes are spared for a while. */
  readonly unexplained: Map<bigint, { readonly surplus: bigint; readonly looks: number; readonly atMs: number }>;
  readonly searchAgainMs: number;
  walletsAfter: bigint;
  /** The block at which all that is watched held what is known: until the next one nothing can be missed. */
  settledAtHash: string | null;
};

/** @param searchAgainMs after this a surplus that nothing explained twice is searched for once more */
export function createWatchMemory(searchAgainMs: number): WatchMemory {
  return { watched: new Map(), unexplained: new Map(), searchAgainMs, walletsAfter: 0n, settledAtHash: null };
}

/** The addresses whose balances are to be compared now: of all that somebody may pay this coin to, those not looked at for longest. */
export async function nextToCheck(
  place: { readonly networkCode: string; readonly currencyCode: string; readonly family: AddressFamily },
  alarmed: readonly string[],
  memory: WatchMemory,
): Promise<readonly WatchedAddress[]> {
  const now = Date.now();
  const wallets = await listWalletAddresses(place, memory.walletsAfter, WALLETS_A_ROUND);
  memory.walletsAfter = wallets.length < WALLETS_A_ROUND ? 0n : (wallets.at(-1)?.id ?? 0n);
  const doubtful = await listDoubtfulAddresses(place.networkCode, place.family, alarmed, DOUBTFUL_MAX);
  for (const found of [...doubtful, ...(await listOpenAddresses(place, OPEN_MAX)), ...wallets]) {
    const checkedAtMs = memory.watched.get(found.id)?.checkedAtMs ?? 0;
    if (memory.watched.size < WATCHED_MAX || checkedAtMs > 0) {
      memory.watched.set(found.id, { ...found, checkedAtMs, untilMs: now + WATCHED_MS });
    }
  }
  for (const [id, { untilMs }] of memory.watched) if (untilMs < now) memory.watched.delete(id);
  for (const id of memory.unexplained.keys()) if (!memory.watched.has(id)) memory.unexplained.delete(id);
  const chosen = [...memory.watched.values()]
    .toSorted((left, right) => left.checkedAtMs - right.checkedAtMs)
    .slice(0, CHECKED_A_ROUND);
  for (const one of chosen) one.checkedAtMs = now;
  return chosen;
}

const LOOKS_MIN = 2;

/** Whether a surplus is worth a search now: not while the last ones, which explained nothing, are fresh. */
export function isSearchDue(memory: WatchMemory, { id }: WatchedAddress, surplus: bigint): boolean {
  const known = memory.unexplained.get(id);
  if (known?.surplus !== surplus || known.looks < LOOKS_MIN) return true;
  return known.atMs + memory.searchAgainMs <= Date.now();
}

/**
 * Notes that a search explained nothing, and answers whether the one before did not either. After the first one the address is the next to
 * be looked at again: the node may have been in the middle of a reorganisation that had not been followed yet.
 */
export function isUnexplainedTwice(memory: WatchMemory, { id }: WatchedAddress, surplus: bigint): boolean {
  const known = memory.unexplained.get(id);
  const looks = known?.surplus === surplus ? known.looks + 1 : 1;
  memory.unexplained.set(id, { surplus, looks, atMs: Date.now() });
  const watched = memory.watched.get(id);
  if (looks < LOOKS_MIN && watched !== undefined) watched.checkedAtMs = 0;
  return looks >= LOOKS_MIN;
}
