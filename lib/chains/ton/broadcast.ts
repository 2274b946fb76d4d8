import { ChainInconsistentError, type RefusalReason, TransactionRefusedError } from "@/lib/chains/errors";
import type { BroadcastOutcome, SignedTransfer } from "@/lib/chains/spending";
import { messageOf } from "@/lib/chains/statements";
import { readAccountState } from "@/lib/chains/ton/account-state";
import { fields, hash } from "@/lib/chains/ton/decode";
import { findOwn } from "@/lib/chains/ton/status";
import { NodeAnswerError, type TonNode } from "@/lib/chains/ton/ton-node";
import { readExternal, readSequence } from "@/lib/chains/ton/wallet";

/** What the V5R1 contract ends with, before it pays for anything. */
const EXIT_CODES: ReadonlyMap<string, RefusalReason> = new Map([
  ["133", "spent"],
  ["136", "expired"],
]);

/** The node tried the message and the contract did not take it, or there is no account to try it on. */
const REFUSALS: readonly (readonly [RegExp, RefusalReason])[] = [
  [/failed to unpack account state|not enough (balance|funds)|no funds/i, "funds"],
  [/external message was not accepted|cannot apply external message|deserialize|invalid message/i, "invalid"],
];

/**
 * Sends to this one node. It takes the same bytes again and again until a block has them, and then refuses them as any other stale
 * request: the message's own hash is looked up before a refusal is believed.
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
 * The index follows the state that messages are tried on. While it does not know of the wallet's newest request, that request may be this one.
 *
 * @throws ChainInconsistentError then: the outcome is unknown
 */
async function assertIndexed(node: TonNode, { raw }: SignedTransfer, signal: AbortSignal): Promise<void> {
  const { wallet, sequence } = readExternal(raw);
  const { data } = await readAccountState(node, wallet, signal);
  if (data !== null && readSequence(data) > sequence) return;
  throw new ChainInconsistentError(`${node.name} has not indexed yet what took request ${sequence} of ${wallet}`);
}

/** Null: the node says that something is wrong with itself. Exported for its table test. */
export function reasonOf(message: string): RefusalReason | null {
  const exitCode = /exit ?code ?[=:] ?(-?\d+)/i.exec(message)?.[1];
  if (exitCode !== undefined) return EXIT_CODES.get(exitCode) ?? "invalid";
  return REFUSALS.find(([pattern]) => pattern.test(message))?.[1] ?? null;
}
