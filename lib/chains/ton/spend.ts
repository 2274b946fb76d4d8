import { ChainInconsistentError, type RefusalReason, TransactionRefusedError } from "@/lib/chains/errors";
import { evaluateAcrossNodes } from "@/lib/chains/every-node";
import type { Failover } from "@/lib/chains/failover";
import type {
  BroadcastOutcome,
  ChainSpending,
  SignedTransfer,
  Simulation,
  UnsignedTransfer,
} from "@/lib/chains/spending";
import { answersOf, bestOutcome, messageOf } from "@/lib/chains/statements";
import { readHead } from "@/lib/chains/ton/blocks";
import { assembleSigned, prepareCall } from "@/lib/chains/ton/build";
import { sameAccountText } from "@/lib/chains/ton/config";
import { evaluateConfirmability } from "@/lib/chains/ton/confirmability";
import { fields, hash } from "@/lib/chains/ton/decode";
import { readFeeEstimate } from "@/lib/chains/ton/fees";
import { readTokenWalletData } from "@/lib/chains/ton/getters";
import { findOwn } from "@/lib/chains/ton/outcome";
import { NodeAnswerError, readAccountState, type TonNode } from "@/lib/chains/ton/ton-node";
import { type PreparedCall, parsePayload, readExternal, readSequence, toWalletCall } from "@/lib/chains/ton/wallet";

/** Exit codes of the V5R1 contract before it pays for anything. */
const EXIT_CODES: ReadonlyMap<string, RefusalReason> = new Map([
  ["133", "spent"],
  ["136", "expired"],
]);

/**
 * The node simulated the message and the contract rejected it, or there is no account to simulate
 * it on.
 */
const REFUSALS: readonly (readonly [RegExp, RefusalReason])[] = [
  [/failed to unpack account state|not enough (balance|funds)|no funds/i, "funds"],
  [/external message was not accepted|cannot apply external message|deserialize|invalid message/i, "invalid"],
];

/**
 * Sends to this one node. It accepts the same bytes repeatedly until a block includes them, and
 * then rejects them like any stale request: the message's own hash is looked up before a refusal is
 * believed.
 */
export async function sendToNode(
  node: TonNode,
  signed: SignedTransfer,
  signal: AbortSignal,
): Promise<BroadcastOutcome> {
  const isIn = async () => (await findOwn(node, signed.transactionId, signal)) !== null;
  if (await isIn()) return "already-included";
  try {
    const boc = Buffer.from(signed.raw).toString("base64");
    const answer = fields(await node.post("/api/v3/message", { boc }, signal));
    const name = answer["message_hash_norm"];
    if (name != null && hash(name) !== signed.transactionId) {
      throw new Error(`${node.name} answered with another message: ${hash(name)}`);
    }
    return "accepted";
  } catch (error) {
    const reason = error instanceof NodeAnswerError ? reasonOf(error.message) : null;
    if (reason === null) throw error;
    if (await isIn()) return "already-included";
    if (reason === "spent") await assertIndexed(node, signed, signal);
    throw new TransactionRefusedError(reason, messageOf(error), { cause: error });
  }
}

/**
 * The index lags behind the state on which messages are simulated. While it does not have the
 * wallet's newest request, that request may be this one.
 *
 * @throws ChainInconsistentError then: the outcome is unknown
 */
async function assertIndexed(node: TonNode, { raw }: SignedTransfer, signal: AbortSignal): Promise<void> {
  const { wallet, sequence } = readExternal(raw);
  const { data } = await readAccountState(node, wallet, signal);
  if (data !== null && readSequence(data) > sequence) return;
  throw new ChainInconsistentError(`${node.name} has not indexed yet what took request ${sequence} of ${wallet}`);
}

/** Returns null when the error concerns the node itself. Exported for its table test. */
export function reasonOf(message: string): RefusalReason | null {
  const exitCode = /exit ?code ?[=:] ?(-?\d+)/i.exec(message)?.[1];
  if (exitCode !== undefined) return EXIT_CODES.get(exitCode) ?? "invalid";
  return REFUSALS.find(([pattern]) => pattern.test(message))?.[1] ?? null;
}

/** The money-out half of the TON driver. */
export function createTonSpending(nodes: Failover<TonNode>, isSandbox: boolean): ChainSpending {
  return {
    async estimateFee({ request, priority }, signal) {
      const wanted = toWalletCall(request);
      return nodes.call((node) => readFeeEstimate(node, wanted, priority, signal), signal);
    },
    async prepareTransfer(request, fee, signal) {
      const wanted = toWalletCall(request);
      const states = answersOf(await nodes.each((node) => readAccountState(node, wanted.from, signal), signal));
      return nodes.call((node) => prepareCall(node, wanted, fee, { states, isSandbox }, signal), signal);
    },
    outbids: () => false,
    simulate: (unsigned, signal) => nodes.call((node) => simulateOrder(node, unsigned, signal), signal),
    assemble: assembleSigned,
    async broadcast(signed, signal) {
      return bestOutcome(await nodes.each((node) => sendToNode(node, signed, signal), signal));
    },
    async accountNonce(_, signal) {
      signal.throwIfAborted();
      return null;
    },
    ...evaluateAcrossNodes(nodes, readHead, (node, transfer, confirmations, signal) =>
      evaluateConfirmability(node, transfer, { confirmations, isSandbox }, signal),
    ),
  };
}

/**
 * Checks what a wallet would be unable to do: no node runs an unsigned request, so the balances are
 * compared, the native one including the maximum cost of the transfer. A token transfer to the
 * token's own contracts would be lost for good, so it is rejected.
 */
async function simulateOrder(node: TonNode, unsigned: UnsignedTransfer, signal: AbortSignal): Promise<Simulation> {
  const order = parsePayload(unsigned.payload);
  const { balance } = await readAccountState(node, order.from, signal);
  const needed = (order.contract === null ? order.units : 0n) + unsigned.fee.maximumUnits;
  if (balance < needed) {
    return { succeeds: false, reason: `${order.from} holds ${balance} of ${needed} native units`, lacksFee: true };
  }
  return order.tokenWallet === null ? { succeeds: true } : simulateTokens(node, order, order.tokenWallet, signal);
}

async function simulateTokens(
  node: TonNode,
  { from, to, units, contract }: PreparedCall,
  wallet: string,
  signal: AbortSignal,
): Promise<Simulation> {
  const receiver = sameAccountText(to);
  if (receiver === wallet || (contract !== null && receiver === sameAccountText(contract))) {
    return { succeeds: false, reason: `${to} is a contract of the token itself`, lacksFee: false };
  }
  const held = (await readTokenWalletData(node, wallet, signal))?.units ?? 0n;
  if (held >= units) return { succeeds: true };
  return { succeeds: false, reason: `${from} holds ${held} of ${units} units of the token`, lacksFee: false };
}
