import { withTimeLimit } from "@/lib/chains/limits";
import { purposeOf } from "@/lib/chains/ton/bodies";
import { accountAt, toMasterText } from "@/lib/chains/ton/config";
import { assertRunsMethods, readTokenWallet, readTokenWalletData } from "@/lib/chains/ton/getters";
import type { TonNode } from "@/lib/chains/ton/ton-node";
import type { TonMessage, TonTransaction } from "@/lib/chains/ton/transactions";

/**
 * A transfer of tokens takes three messages there and one back; a few more are left for contracts
 * that do it otherwise.
 */
const DEPTH_MAX = 6;

/**
 * Whether a message belongs to the transfer of tokens that `owner` began, `depth` messages before:
 * it carries the tokens on, or brings the owner the rest of what was attached. What else a contract
 * makes of the news is that contract's business, may go on for ever, and is a payment where it
 * brings us something.
 *
 * What this says of the way there and of the way back decides in which book the rest stands: in the
 * transfer's cost ({@link readOutcome}), or among what arrivals cost. One predicate for both, so
 * that nothing stands in both and nothing in none.
 */
export function isOfTransfer(message: TonMessage, owner: string, depth: number): boolean {
  if (depth > DEPTH_MAX) return false;
  if (depth === 0) return message.source === owner && purposeOf(message.body()) === "token-transfer";
  if (message.destination === owner) return isTokenExcess(message);
  return message.bounced || purposeOf(message.body()) === "token-arrival";
}

/**
 * What no payer sends: the wallet of a token sends it, in answer to its owner or with news for the
 * owner.
 */
export function isTokenExcess(message: TonMessage): boolean {
  if (message.bounced) return true;
  const purpose = purposeOf(message.body());
  return purpose === "excess" || purpose === "token-notification";
}

/**
 * The one message that a wallet's own transaction sent, where it did what it was asked for and
 * nothing else.
 */
export function soleMessage({ inMessage, succeeded, skippedActions, outMessages }: TonTransaction): TonMessage | null {
  const [message, ...more] = outMessages;
  const isOwn = inMessage !== null && inMessage.source === null;
  return isOwn && succeeded && skippedActions === 0 && message !== undefined && more.length === 0 ? message : null;
}

export const MESSAGES_OF_TRANSFER_MAX = DEPTH_MAX + 1;

/**
 * Answers which token this contract is the owner's wallet of: the canonical master, or null when it
 * is none.
 */
export type FindMaster = (
  node: TonNode,
  claim: { readonly wallet: string; readonly owner: string },
  signal: AbortSignal,
) => Promise<string | null>;

/** Wallets of tokens never change hands; what is forgotten is asked again. */
const KNOWN_MAX = 10_000;
/** A contract that was no wallet of tokens is believed to be none for so long. */
const FAKE_MS = 600_000;
/**
 * Contracts of strangers that are run at most: a block may be full of them, and each is money of
 * nobody we know.
 */
const CONTRACTS_PER_MINUTE = 20;
const MINUTE_MS = 60_000;
/** An honest contract answers at once. */
const CONTRACT_LIMIT_MS = 2_000;

/**
 * Anybody can deploy a contract that notifies us of tokens that do not exist. So the masters of the
 * tokens that matter are asked which contract is our wallet of theirs, and whoever it is that
 * notified us is not asked anything.
 *
 * Of a token that is not among them only the operator hears. What notifies us of one is run itself,
 * to name its master, which is asked as well: a contract can lie about itself, and cannot make a
 * master of others agree. It can also break what runs it, or come by the thousand: then it is no
 * token, and nothing waits for it.
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

/** Whatever goes wrong is the stranger's own doing, as long as the node runs methods at all. */
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
