import { ed25519 } from "@noble/curves/ed25519.js";
import { ChainInconsistentError, ChainUnavailableError, TransactionRefusedError } from "@/lib/chains/errors";
import type { BlockReference } from "@/lib/chains/facts";
import type { FeeEstimate, SignedTransfer, UnsignedTransfer } from "@/lib/chains/spending";
import { readHead } from "@/lib/chains/ton/blocks";
import { accountAt } from "@/lib/chains/ton/config";
import { parseTerms } from "@/lib/chains/ton/fees";
import { readTokenWallet } from "@/lib/chains/ton/getters";
import type { AccountState, TonNode } from "@/lib/chains/ton/ton-node";
import {
  encodeExternal,
  encodeRequest,
  messageOf,
  normalisedHash,
  type PreparedCall,
  parsePayload,
  readSequence,
  signRequest,
  toPayload,
  type WalletCall,
  walletAddress,
  walletInit,
} from "@/lib/chains/ton/wallet";

const SIGNATURE_BYTES = 64;
const KEY_BYTES = 32;

/**
 * Counted from the time of the chain's head. Long enough for a signature, a restart of the worker
 * and a few blocks under load; short enough that a payout which no block includes can be rebuilt
 * soon, because only the expiry proves that it is dead.
 */
const VALID_SECONDS = 120;
/**
 * If a node's time is further ahead of our clock, it is wrong, or a lie that would create a request
 * which cannot be proven dead for days.
 */
const AHEAD_SECONDS_MAX = 60;
/** Largest time that fits into the wallet's field. */
const TIME_MAX = 0xffff_ffff;

export type WalletState = {
  /**
   * Each answering node's state of the wallet: a lagging one alone would cause a used seqno to be
   * signed again.
   */
  readonly states: readonly AccountState[];
  /** In a sandbox the chain's time may be set to anything. */
  readonly isSandbox: boolean;
};

/**
 * Prepares the call to the wallet contract: its next seqno, and whether it is deployed.
 *
 * @throws ChainInconsistentError when the node's time is not valid for a request
 */
export async function prepareCall(
  node: TonNode,
  order: WalletCall,
  fee: FeeEstimate,
  { states, isSandbox }: WalletState,
  signal: AbortSignal,
): Promise<UnsignedTransfer> {
  const state = newestOf(states);
  if (state === null) throw new ChainUnavailableError(`no node tells the state of ${order.from}`);
  const [head, tokenWallet] = await Promise.all([
    readHead(node, signal),
    order.contract === null ? null : readTokenWallet(node, order.contract, order.from, signal),
  ]);
  if (order.contract !== null && tokenWallet === null) {
    throw new TransactionRefusedError("invalid", `${order.contract} answers like no token`);
  }
  if (state.status === "frozen") throw new TransactionRefusedError("invalid", `${order.from} is frozen`);
  const isDeployed = state.status === "active";
  if (isDeployed && state.data === null) throw new ChainInconsistentError(`the nodes have no storage of ${order.from}`);
  const prepared = {
    ...order,
    isDeployed,
    sequence: state.data === null ? 0 : readSequence(state.data),
    validUntil: expiryAfter(node, head, isSandbox),
    tokenWallet,
    attachedUnits: parseTerms(fee.terms).attachedUnits,
  };
  return {
    payload: toPayload(prepared),
    signingRequests: [{ signer: order.from, scheme: "ed25519", message: requestOf(prepared).hash() }],
    spends: { kind: "expiring", validUntil: BigInt(prepared.validUntil) },
    fee,
  };
}

function newestOf(states: readonly AccountState[]): AccountState | null {
  const numberOf = ({ data }: AccountState) => (data === null ? -1 : readSequence(data));
  const [first = null, ...others] = states;
  return others.reduce((newest, state) => {
    return newest === null || numberOf(state) > numberOf(newest) ? state : newest;
  }, first);
}

function expiryAfter(node: TonNode, { time }: BlockReference, isSandbox: boolean): number {
  const latestMs = isSandbox ? time.getTime() : Date.now() + AHEAD_SECONDS_MAX * 1000;
  const expiry = Math.floor(Math.min(time.getTime(), latestMs) / 1000) + VALID_SECONDS;
  if (expiry <= TIME_MAX) return expiry;
  throw new ChainInconsistentError(`${node.name} is ahead of all time: ${time.toISOString()}`);
}

/**
 * Pure. The signature is followed by the public key, because an address is a hash that does not
 * reveal it, and a wallet is deployed with it. Throws when the key does not own the sender's
 * wallet, or did not sign.
 */
export async function assembleSigned(
  unsigned: UnsignedTransfer,
  signatures: readonly Uint8Array[],
): Promise<SignedTransfer> {
  const order = parsePayload(unsigned.payload);
  const answer = signatures[0];
  if (answer === undefined || signatures.length !== 1 || answer.length !== SIGNATURE_BYTES + KEY_BYTES) {
    throw new TransactionRefusedError("invalid", "a TON transfer takes one signature of 64 bytes and its key of 32");
  }
  const [signature, publicKey] = [answer.subarray(0, SIGNATURE_BYTES), answer.subarray(SIGNATURE_BYTES)];
  const signer = walletAddress(publicKey);
  if (signer !== order.from)
    throw new TransactionRefusedError("invalid", `signed by ${signer} instead of ${order.from}`);
  const request = requestOf(order);
  if (!ed25519.verify(signature, request.hash(), publicKey)) {
    throw new TransactionRefusedError("invalid", `the signature is not by ${order.from}`);
  }
  const body = signRequest(request, signature);
  const message = encodeExternal(order.from, body, order.isDeployed ? null : walletInit(publicKey));
  return {
    raw: message.toBoc(),
    transactionId: normalisedHash(accountAt(order.from), body),
    spends: unsigned.spends,
  };
}

function requestOf(order: PreparedCall) {
  return encodeRequest({ ...order, message: messageOf(order) });
}
