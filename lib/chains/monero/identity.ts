import { validateAddress } from "@/lib/chains/address/validate-address";
import type { MatchDestinations } from "@/lib/chains/driver";
import { ChainIdentityError, ForeignWalletError } from "@/lib/chains/errors";
import { readBlockAt } from "@/lib/chains/monero/blocks";
import type { MoneroDriverConfig } from "@/lib/chains/monero/config";
import { count, fieldsOf, list, text } from "@/lib/chains/monero/decode";
import { type MoneroNode, type MoneroService, ServiceAnswerError } from "@/lib/chains/monero/monero-node";

/** A wallet service creates no more per call. */
const BATCH = 64;
/** WALLET_RPC_ERROR_CODE_ADDRESS_INDEX_OUT_OF_BOUNDS. */
const OUT_OF_BOUNDS = -15n;
/** Deposit addresses are in this account. */
const ACCOUNT = 0;

/** Makes a wallet service create all deposit addresses that were derived, plus a margin. */
export type KeepAhead = (wallet: MoneroService, match: MatchDestinations, signal: AbortSignal) => Promise<void>;

/**
 * Creates the subaddress keeper. A wallet sees only payments to subaddresses that it knows: those
 * it was told to create, and 200 beyond them. Custody derives subaddresses independently, in order.
 * So the wallet is told to create more while the address a margin below its newest one is already
 * ours. Their number is cached in this process, and determined again by another one.
 */
export function createSubaddressKeeper(margin: number): KeepAhead {
  const counts = new Map<string, number>();
  return async (wallet, match, signal) => {
    const known = counts.get(wallet.name) ?? (await makeMore(wallet, 1, signal));
    let made = known;
    while (made <= margin || (await isOurs(wallet, made - margin, match, signal))) {
      made = await makeMore(wallet, BATCH, signal);
    }
    // Otherwise a service that is killed would restart without them.
    if (made !== known || !counts.has(wallet.name)) await wallet.call("store", {}, signal);
    counts.set(wallet.name, made);
  };
}

/** Returns the new total number. */
async function makeMore(wallet: MoneroService, more: number, signal: AbortSignal): Promise<number> {
  const made = await wallet.call("create_address", { account_index: ACCOUNT, count: more }, signal);
  return Math.max(count(made.address_index), ...list(made.address_indices).map(count)) + 1;
}

/**
 * An address that the wallet does not know, because it was restored from an older state, counts as
 * ours: more are then created.
 */
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

/**
 * The main network's first block is also that of regression test chains, so the second block is
 * compared too.
 */
const MAIN_GENESIS = "418015bb9ae982a1975da7d79277c2705727a56894ba0fb246adaabb1f4632e3";
const MAIN_SECOND = "771fbcd656ec1464d3a02ead5e18644030007a0fc664c0a964d30922821a8148";

/** WALLET_RPC_ERROR_CODE_WRONG_ADDRESS, also returned for an address that is not in this wallet. */
const NOT_OURS = -2n;

/**
 * Returns the hash of block 0 after verifying that the daemon is on the main network (in a sandbox
 * on any chain) and that the wallet services hold our wallets, with addresses of the main network,
 * which custody derives everywhere. A signer that does not answer does not disqualify a node for
 * receiving.
 */
export async function readIdentity(
  node: MoneroNode,
  { isSandbox, hotAddress }: Pick<MoneroDriverConfig, "isSandbox" | "hotAddress">,
  signal: AbortSignal,
): Promise<string> {
  const genesis = await readBlockAt(node, 0, signal);
  if (genesis === null) throw new ChainIdentityError(`${node.name} has no genesis block`);
  if (!isSandbox) await assertMainNetwork(node, genesis.hash, signal);
  const { addresses } = await node.wallet.call("get_address", { account_index: 0, address_index: [0] }, signal);
  if (!validateAddress("xmr", text(fieldsOf(list(addresses)[0]).address), "real").ok) {
    throw new ChainIdentityError(`${node.wallet.name} holds a wallet of a test network`);
  }
  if (hotAddress !== undefined) {
    await assertOurs(node.wallet, hotAddress(), "viewer", signal);
    if (node.signer !== null) await assertOurs(node.signer, hotAddress(), "signer", signal).catch(throwIfForeign);
  }
  return genesis.hash;
}

/**
 * Any wallet of 0.18 knows the first subaddresses of its first fifty accounts: the hot wallet's is
 * number 0 of account 1.
 */
async function assertOurs(wallet: MoneroService, address: string, name: string, signal: AbortSignal): Promise<void> {
  try {
    await wallet.call("get_address_index", { address }, signal);
  } catch (error) {
    if (!(error instanceof ServiceAnswerError && error.code === NOT_OURS)) throw error;
    throw new ForeignWalletError(
      `the ${name} ${wallet.name} holds a wallet of another seed than this installation's: make it again from what npm run seed:export shows`,
      { cause: error },
    );
  }
}

/**
 * Runs work on the spending wallet, and trusts its result only when the wallet is ours before and
 * after: another one may be opened behind the same port at any time, without any call failing.
 * @throws ForeignWalletError
 */
export async function byOwnSigner<Node extends { readonly signer: MoneroService }, Answer>(
  node: Node,
  { hotAddress }: Pick<MoneroDriverConfig, "hotAddress">,
  work: (node: Node) => Promise<Answer>,
  signal: AbortSignal,
): Promise<Answer> {
  if (hotAddress === undefined) return work(node);
  await assertOurs(node.signer, hotAddress(), "signer", signal);
  const answer = await work(node);
  await assertOurs(node.signer, hotAddress(), "signer", signal);
  return answer;
}

function throwIfForeign(error: unknown): void {
  if (error instanceof ForeignWalletError) throw error;
}

async function assertMainNetwork(node: MoneroNode, genesisHash: string, signal: AbortSignal): Promise<void> {
  const { nettype } = await node.daemon.call("get_info", {}, signal);
  const second = await readBlockAt(node, 1, signal);
  // A daemon that does not report its network type is identified by its blocks.
  const isMain = genesisHash === MAIN_GENESIS && (nettype === undefined || nettype === "mainnet");
  if (!isMain || (second !== null && second.hash !== MAIN_SECOND)) {
    throw new ChainIdentityError(`${node.name} is not on the main network of Monero`);
  }
  if (second === null) throw new Error(`${node.name} has not reached block 1 yet`);
}
