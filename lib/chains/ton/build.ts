import { ed25519 } from "@noble/curves/ed25519.js";
import { ChainInconsistentError, TransactionRefusedError } from "@/lib/chains/errors";
import type { FeeEstimate, SignedTransfer, UnsignedTransfer } from "@/lib/chains/spending";
import { readAccountState } from "@/lib/chains/ton/account-state";
import { accountAt } from "@/lib/chains/ton/address";
import { readHead } from "@/lib/chains/ton/blocks";
import { parseTerms } from "@/lib/chains/ton/fees";
import { readTokenWallet } from "@/lib/chains/ton/getters";
import { messageOf } from "@/lib/chains/ton/message";
import { type Order, parsePayload, toPayload, type Wanted } from "@/lib/chains/ton/order";
import type { TonNode } from "@/lib/chains/ton/ton-node";
import {
  encodeExternal,
  encodeRequest,
  normalisedHash,
  readSequence,
  signRequest,
  walletAddress,
  walletInit,
} from "@/lib/chains/ton/wallet";

const SIGNATURE_BYTES = 64;
const KEY_BYTES = 32;

/**
 * From the time of the chain's head. Long enough for a signature, a restart of the worker and a few blocks under load; short
 * enough that a payout which no block takes may be built anew soon, because nothing else proves that it is dead.
 */
const VALID_SECONDS = 120;

/** Asks the node for what the wallet contract wants to hear: its next number, and whether it is there at all. */
export async function prepareOrder(
  node: TonNode,
  order: Wanted,
  fee: FeeEstimate,
  signal: AbortSignal,
): Promise<UnsignedTransfer> {
  const [state, head, tokenWallet] = await Promise.all([
    readAccountState(node, order.from, signal),
    readHead(node, signal),
    order.contract === null ? null : readTokenWallet(node, order.contract, order.from, signal),
  ]);
  if (order.contract !== null && tokenWallet === null) {
    throw new TransactionRefusedError("invalid", `${order.contract} answers like no token`);
  }
  if (state.status === "frozen") throw new TransactionRefusedError("invalid", `${order.from} is frozen`);
  const isDeployed = state.status === "active";
  if (isDeployed && state.data === null)
    throw new ChainInconsistentError(`${node.name} has no storage of ${order.from}`);
  const prepared = {
    ...order,
    isDeployed,
    sequence: state.data === null ? 0 : readSequence(state.data),
    validUntil: Math.floor(head.time.getTime() / 1000) + VALID_SECONDS,
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

/**
 * Pure. The signature is followed by the public key, because an address is a hash that does not show it, and a wallet is deployed with it.
 * Throws when the key does not own the sender's wallet, or did not sign.
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

function requestOf(order: Order) {
  return encodeRequest({ ...order, message: messageOf(order) });
}
