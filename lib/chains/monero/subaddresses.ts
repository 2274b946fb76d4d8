import type { MatchDestinations } from "@/lib/chains/driver";
import { count, fieldsOf, list, text } from "@/lib/chains/monero/decode";
import { type MoneroService, ServiceAnswerError } from "@/lib/chains/monero/monero-node";

/** A wallet service makes no more at once. */
const BATCH = 64;
/** WALLET_RPC_ERROR_CODE_ADDRESS_INDEX_OUT_OF_BOUNDS. */
const OUT_OF_BOUNDS = -15n;
/** Deposit addresses are in this one. */
const ACCOUNT = 0;

/** Makes a wallet service know all deposit addresses that were derived, and so many more. */
export type KeepAhead = (wallet: MoneroService, match: MatchDestinations, signal: AbortSignal) => Promise<void>;

/**
 * A wallet sees only payments to subaddresses that it knows: those it was told to make, and 200 beyond them. Custody derives them by itself, in
 * order. So the wallet is told to make more as long as the one that lies a margin below its newest is one of ours already. How
 * many there are is remembered in this process, and found again by another one.
 */
export function createSubaddressKeeper(margin: number): KeepAhead {
  const counts = new Map<string, number>();
  return async (wallet, match, signal) => {
    const known = counts.get(wallet.name) ?? (await makeMore(wallet, 1, signal));
    let made = known;
    while (made <= margin || (await isOurs(wallet, made - margin, match, signal))) {
      made = await makeMore(wallet, BATCH, signal);
    }
    // Else a service that is killed would come back without them.
    if (made !== known || !counts.has(wallet.name)) await wallet.call("store", {}, signal);
    counts.set(wallet.name, made);
  };
}

/** How many there are now. */
async function makeMore(wallet: MoneroService, more: number, signal: AbortSignal): Promise<number> {
  const made = await wallet.call("create_address", { account_index: ACCOUNT, count: more }, signal);
  return Math.max(count(made.address_index), ...list(made.address_indices).map(count)) + 1;
}

/** One that the wallet does not know, because it came back older than it was, counts as ours: more are made then. */
async function isOurs(
  wallet: MoneroService,
  minor: number,
  match: MatchDestinations,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    const answer = await wallet.call("get_address", { account_index: ACCOUNT, address_index: [minor] }, signal);
    const address = text(fieldsOf(list(answer.addresses)[0]).address);
    return (await match([{ address, memo: null }])).has(address);
  } catch (error) {
    if (error instanceof ServiceAnswerError && error.code === OUT_OF_BOUNDS) return true;
    throw error;
  }
}
