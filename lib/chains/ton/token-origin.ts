import { withTimeLimit } from "@/lib/chains/limits";
import { purposeOf } from "@/lib/chains/ton/bodies";
import { accountAt, toMasterText } from "@/lib/chains/ton/config";
import { assertRunsMethods, readTokenWallet, readTokenWalletData } from "@/lib/chains/ton/getters";
import type { TonNode } from "@/lib/chains/ton/ton-node";
import type { TonMessage, TonTransaction } from "@/lib/chains/ton/transactions";

/**
 * A token transfer takes three messages there and one back; the margin is for contracts that work
 * differently.
 */
const DEPTH_MAX = 6;

/**
 * Returns whether a message belongs to the token transfer that `owner` started `depth` messages
 * before: it forwards the tokens, or returns the excess of the attached value to the owner.
 * Anything else that a contract sends in reaction is its own business, may continue forever, and is
 * a payment if it brings us something.
 *
 * The verdict on both directions decides where the excess is booked: in the transfer's cost
 * ({@link readOutcome}), or among the costs of receiving. Both use this predicate, so that nothing
 * is booked twice or left out.
 */
export function isOfTransfer(message: TonMessage, owner: string, depth: number): boolean {
  if (depth > DEPTH_MAX) return false;
  if (depth === 0) return message.source === owner && purposeOf(message.body()) === "token-transfer";
  if (message.destination === owner) return isTokenExcess(message);
  return message.bounced || purposeOf(message.body()) === "token-arrival";
}

/**
 * Returns whether no payer sends such a message: a token wallet sends it, in answer to its owner or
 * to notify it.
 */
export function isTokenExcess(message: TonMessage): boolean {
  if (message.bounced) return true;
  const purpose = purposeOf(message.body());
  return purpose === "excess" || purpose === "token-notification";
}

/**
 * Returns the single message that a wallet's own transaction sent, if it did exactly what was
 * requested.
 */
export function soleMessage({ inMessage, succeeded, skippedActions, outMessages }: TonTransaction): TonMessage | null {
  const [message, ...more] = outMessages;
  const isOwn = inMessage !== null && inMessage.source === null;
  return isOwn && succeeded && skippedActions === 0 && message !== undefined && more.length === 0 ? message : null;
}

export const MESSAGES_OF_TRANSFER_MAX = DEPTH_MAX + 1;

/**
 * Returns the token of which this contract is the owner's wallet: the canonical master, or null
 * when it is not such a wallet.
 */
export type FindMaster = (
  node: TonNode,
  claim: { readonly wallet: string; readonly owner: string },
  signal: AbortSignal,
) => Promise<string | null>;

/** Token wallets never change owners; evicted entries are looked up again. */
const KNOWN_MAX = 10_000;
/** How long a contract that was not a token wallet is cached as such. */
const FAKE_MS = 600_000;
/**
 * Maximum number of third-party contracts run: a block may be full of them, and none holds money of
 * a known token.
 */
const CONTRACTS_PER_MINUTE = 20;
const MINUTE_MS = 60_000;
/** An honest contract answers at once. */
const CONTRACT_LIMIT_MS = 2_000;

/**
 * Creates the master lookup. Anybody can deploy a contract that notifies us of nonexistent tokens.
 * So the masters of the configured tokens are asked which contract is our token wallet, and the
 * notifying contract is not queried.
 *
 * Deposits of other tokens are only shown to the operator. Their notifying contract is run to name
 * its master, which is then queried as well: a contract can lie about itself, but cannot make a
 * foreign master agree. It can also break its execution, or appear by the thousand: then it is not
 * a token, and nothing waits for it.
 */
export function createMasterFinder(tokens: readonly string[] = [], now: () => number = Date.now): FindMaster {
  const masters = tokens.map((token) => toMasterText(accountAt(token)));
  const [proven, wallets, fakes] = [new Map<string, string>(), new Map<string, string>(), new Map<string, number>()];
  const mayRun = createBudget(now);

  async function isWalletOf(node: TonNode, master: string, { wallet, owner }: Claim, signal: AbortSignal) {
    const name = `${master} ${owner}`;
    const genuine = wallets.get(name) ?? (await readTokenWallet(node, master, owner, signal));
    if (genuine !== null) remember(wallets, name, genuine);
    return genuine === wallet;
  }

  return async (node, claim, signal) => {
    const name = `${claim.wallet} ${claim.owner}`;
    const remembered = proven.get(name);
    if (remembered !== undefined) return remembered;
    for (const master of masters) {
      if (await isWalletOf(node, master, claim, signal)) return remember(proven, name, master);
    }
    if ((fakes.get(name) ?? 0) > now() || !mayRun()) return null;
    const master = await askContract(node, claim, signal);
    if (master !== null) return remember(proven, name, master);
    remember(fakes, name, now() + FAKE_MS);
    return null;
  };
}

type Claim = { readonly wallet: string; readonly owner: string };

function remember<Value>(map: Map<string, Value>, name: string, value: Value): Value {
  if (map.size >= KNOWN_MAX) map.clear();
  map.set(name, value);
  return value;
}

function createBudget(now: () => number): () => boolean {
  let [since, used] = [0, 0];
  return () => {
    if (now() - since >= MINUTE_MS) [since, used] = [now(), 0];
    used += 1;
    return used <= CONTRACTS_PER_MINUTE;
  };
}

/** Any failure is the third party's own fault, as long as the node runs methods at all. */
async function askContract(node: TonNode, claim: Claim, signal: AbortSignal): Promise<string | null> {
  try {
    return await withTimeLimit(CONTRACT_LIMIT_MS, signal, (limited) => proveMaster(node, claim, limited));
  } catch {
    signal.throwIfAborted();
    await assertRunsMethods(node, signal);
    return null;
  }
}

async function proveMaster(node: TonNode, { wallet, owner }: Claim, signal: AbortSignal): Promise<string | null> {
  const claimed = await readTokenWalletData(node, wallet, signal);
  if (claimed === null || claimed.owner !== owner) return null;
  const genuine = await readTokenWallet(node, claimed.master, owner, signal);
  return genuine === wallet ? claimed.master : null;
}
