import { bytesToHex } from "@noble/hashes/utils.js";
import { type RefusalReason, TransactionRefusedError } from "@/lib/chains/errors";
import { evaluateAcrossNodes } from "@/lib/chains/every-node";
import type { BlockReference } from "@/lib/chains/facts";
import type { Failover } from "@/lib/chains/failover";
import type {
  BroadcastOutcome,
  ChainSpending,
  FeeEstimate,
  SignedTransfer,
  Simulation,
  TransferRequest,
  UnsignedTransfer,
} from "@/lib/chains/spending";
import { bestOutcome } from "@/lib/chains/statements";
import {
  coversBytes,
  type Resources,
  readBalance,
  readFreshHead,
  readInspection,
  readResources,
} from "@/lib/chains/tron/accounts";
import { readHead } from "@/lib/chains/tron/blocks";
import { assembleSigned, buildUnsigned, movementIn } from "@/lib/chains/tron/build";
import { CLOCK_TOLERANCE_MS, type TronDriverConfig, VALID_FOR_MS } from "@/lib/chains/tron/config";
import { evaluateConfirmability, hasPassed } from "@/lib/chains/tron/confirmability";
import { message, object, textOrNothing } from "@/lib/chains/tron/decode";
import { readFeeEstimate } from "@/lib/chains/tron/fees";
import type { TronNode } from "@/lib/chains/tron/http-node";
import { readTransactionStatus } from "@/lib/chains/tron/transactions";
import { type FeeTerms, parseTerms } from "@/lib/chains/tron/transfer-terms";
import { answeredFalse, callConstant } from "@/lib/chains/tron/trc20";

/**
 * The node's code for a transaction that is in a block or in its pool, or was there within the last
 * hour.
 */
const KNOWN = "DUP_TRANSACTION_ERROR";

/**
 * Meaning of java-tron's codes about the transaction. All others (SERVER_BUSY, NO_CONNECTION, ...)
 * concern the node.
 */
const REASONS: ReadonlyMap<string, RefusalReason> = new Map([
  ["SIGERROR", "invalid"],
  ["CONTRACT_VALIDATE_ERROR", "invalid"],
  ["CONTRACT_EXE_ERROR", "invalid"],
  // Misspelled by the node. The sender has neither the bandwidth nor the TRX for it.
  ["BANDWITH_ERROR", "funds"],
  ["TAPOS_ERROR", "invalid"],
  ["TOO_BIG_TRANSACTION_ERROR", "invalid"],
  ["TRANSACTION_EXPIRATION_ERROR", "expired"],
]);

/**
 * Validation fails for many reasons under one code; an account that was never paid "does not
 * exist".
 */
const INSUFFICIENT_FUNDS =
  /balance is not sufficient|no owneraccount|account \[?\w*\]? ?does not exist|not enough balance/i;

/**
 * Sends exactly the signed bytes to this one node. A refusal is believed only after a lookup of the
 * transaction: a node reports one that it included long ago as expired.
 */
export async function sendToNode(
  node: TronNode,
  signed: SignedTransfer,
  signal: AbortSignal,
): Promise<BroadcastOutcome> {
  const question = { transaction: bytesToHex(signed.raw) };
  const answer = object(await node.ask("wallet/broadcasthex", question, signal));
  if (answer.result === true) {
    const taken = textOrNothing(answer.txid);
    if (taken !== null && taken !== signed.transactionId) throw new Error(`${node.name} took another one: ${taken}`);
    return "accepted";
  }
  const code = String(answer.code ?? "no code");
  const said = `${code} ${message(answer.message)}`.trim();
  const status = await readTransactionStatus(node, signed.transactionId, signal);
  if (status.state === "included") return "already-included";
  if (status.state === "pending") return "already-known";
  if (code === KNOWN) return evaluateForgotten(node, signed, said, signal);
  const reason = refusalOf(code, said);
  if (reason === null) throw new Error(`${node.name}: ${said}`);
  throw new TransactionRefusedError(reason, said);
}

/** Returns null when the code says nothing about the transaction. Exported for its table test. */
export function refusalOf(code: string, said: string): RefusalReason | null {
  const reason = REASONS.get(code) ?? null;
  return code === "CONTRACT_VALIDATE_ERROR" && INSUFFICIENT_FUNDS.test(said) ? "funds" : reason;
}

/**
 * The node remembers the id but no longer has the transaction: dropped, or relayed and pending
 * elsewhere.
 */
async function evaluateForgotten(
  node: TronNode,
  { spends }: SignedTransfer,
  said: string,
  signal: AbortSignal,
): Promise<BroadcastOutcome> {
  const head = await readHead(node, "wallet", signal);
  if (spends.kind === "expiring" && hasPassed(head, spends.validUntil)) {
    throw new TransactionRefusedError("expired", `${said}, and its time has passed`);
  }
  return "already-known";
}

/** The money-out half of the TRON driver. */
export function createTronSpending(config: TronDriverConfig, nodes: Failover<TronNode>): ChainSpending {
  const moment = config.moment ?? createMoments();
  return {
    estimateFee: ({ request, priority }, signal) =>
      nodes.call((node) => readFeeEstimate(node, { request, priority }, signal), signal),
    prepareTransfer: (request, fee, signal) => prepare(nodes, { request, fee }, { ...config, moment }, signal),
    // Paying more does not speed up inclusion.
    outbids: () => false,
    simulate: (unsigned, signal) => nodes.call((node) => simulateOn(node, unsigned, signal), signal),
    assemble: assembleSigned,
    async broadcast(signed, signal) {
      return bestOutcome(await nodes.each((node) => sendToNode(node, signed, signal), signal));
    },
    accountNonce: async () => null,
    ...evaluateAcrossNodes(
      nodes,
      (node, signal) => readHead(node, "wallet", signal),
      (node, transfer, confirmations, signal) =>
        evaluateConfirmability(node, transfer, { confirmations, isAlone: config.isSandbox }, signal),
    ),
  };
}

/**
 * Nodes provide the time and the final block; everything that moves money comes from the request.
 */
async function prepare(
  nodes: Failover<TronNode>,
  { request, fee }: { readonly request: TransferRequest; readonly fee: FeeEstimate },
  { isSandbox, moment }: { readonly isSandbox: boolean; readonly moment: () => number },
  signal: AbortSignal,
): Promise<UnsignedTransfer> {
  const head = await readFreshHead(nodes, signal);
  const reference = await nodes.call((node) => readHead(node, "walletsolidity", signal), signal);
  const expiration = expirationAfter(head, isSandbox ? null : Date.now());
  return buildUnsigned(request, fee, { reference, expiration, timestamp: moment() });
}

/**
 * Counts from the chain's time, but for a real chain at most our own clock plus a tolerance: a node
 * that reports tomorrow's date would create a payout that cannot be replaced until then. Exported
 * for its tests.
 */
export function expirationAfter(head: BlockReference, nowMs: number | null): number {
  const chainTime = head.time.getTime();
  return VALID_FOR_MS + (nowMs === null ? chainTime : Math.min(chainTime, nowMs + CLOCK_TOLERANCE_MS));
}

/**
 * Returns whether the chain would run it now, on this node's latest state, and the sender can pay
 * for it.
 */
export async function simulateOn(node: TronNode, unsigned: UnsignedTransfer, signal: AbortSignal): Promise<Simulation> {
  const { from, to, contract, units, data } = movementIn(unsigned);
  const terms = parseTerms(unsigned.fee.terms);
  const resources = await readResources(node, from, signal);
  const balance = await readBalance(node, from, { kind: "native" }, signal);
  const needed = units + burntAtMost(terms, resources);
  if (balance < needed) {
    return { succeeds: false, reason: `${from} holds ${balance} of ${needed} sun`, lacksFee: true };
  }
  return contract === null
    ? simulateTransfer(node, from, to, signal)
    : simulateCall(node, { from, contract, data }, terms, signal);
}

/**
 * Returns the maximum that it burns of the sender's TRX, given the current bandwidth and energy.
 */
function burntAtMost(terms: FeeTerms, resources: Resources): bigint {
  const { feeLimit, perEnergy, bytes, bandwidthUnits, activationUnits } = terms;
  if (activationUnits > 0n) return activationUnits > bandwidthUnits ? activationUnits : bandwidthUnits;
  const staked = resources.energy * perEnergy;
  const energyUnits = feeLimit > staked ? feeLimit - staked : 0n;
  return energyUnits + (coversBytes(resources, bytes) ? 0n : bandwidthUnits);
}

/** The chain's own rules for TRX: not to oneself, and not to a contract. */
async function simulateTransfer(
  node: TronNode,
  from: string,
  to: string | null,
  signal: AbortSignal,
): Promise<Simulation> {
  if (to === null || to === from) return refused("an account cannot pay TRX to itself");
  const { kind } = await readInspection(node, to, signal);
  return kind === "contract" ? refused(`${to} is a contract, which takes no transfer of TRX`) : { succeeds: true };
}

async function simulateCall(
  node: TronNode,
  call: { readonly from: string; readonly contract: string; readonly data: string },
  { feeLimit, perEnergy }: FeeTerms,
  signal: AbortSignal,
): Promise<Simulation> {
  const answer = await callConstant(node, call, signal);
  if (!answer.succeeded) return refused(answer.reason);
  if (answeredFalse(answer.returned)) return refused("the token answered false");
  // If sent, it would stop halfway, move nothing and burn the whole limit.
  const costs = answer.energy * perEnergy;
  return costs > feeLimit
    ? refused(`it needs ${costs} sun of energy, above its limit of ${feeLimit}`)
    : { succeeds: true };
}

function refused(reason: string): Simulation {
  return { succeeds: false, reason, lacksFee: false };
}

/**
 * Returns milliseconds since 1970, each later than the one before. Otherwise two payments of the
 * same amount to the same recipient built on the same block would be identical bytes: one
 * transaction, paid once, for two.
 */
export function createMoments(now: () => number = Date.now): () => number {
  let last = 0;
  return () => {
    last = Math.max(last + 1, now());
    return last;
  };
}
