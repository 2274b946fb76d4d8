import { ChainInconsistentError } from "@/lib/chains/errors";
import { mapLimited } from "@/lib/chains/limits";
import { AnswerTooLargeError } from "@/lib/chains/node-request";
import { PARALLEL_REQUESTS } from "@/lib/chains/ton/config";
import { nameOf } from "@/lib/chains/ton/outcome";
import { isOfTransfer, isTokenExcess, MESSAGES_OF_TRANSFER_MAX, soleMessage } from "@/lib/chains/ton/token-origin";
import type { Query, TonNode } from "@/lib/chains/ton/ton-node";
import { readTransactions, type TonMessage, type TonTransaction } from "@/lib/chains/ton/transactions";
import { chunk } from "@/lib/kernel/chunk";

/** Tokens pass through their sender's token wallet and their recipient's. */
const HOPS_MAX = 4;

/**
 * Returns the hash of the external message with which the owner of `sender` started everything that
 * led to this transaction, which is the sender's id of it. Null when somebody else started it, or
 * further back than anything that this driver sends.
 *
 * @throws ChainInconsistentError when the node does not have the transaction that sent one of the
 *   messages
 */
export async function findOrigin(
  node: TonNode,
  arrived: TonTransaction,
  sender: string,
  signal: AbortSignal,
): Promise<string | null> {
  let transaction = arrived;
  for (let hops = 0; hops < HOPS_MAX; hops += 1) {
    if (transaction.inMessage === null || transaction.inMessage.source === null) break;
    transaction = await findSender(node, transaction.inMessage, signal);
  }
  return transaction.account === sender ? nameOf(transaction) : null;
}

/** Hashes per request; more would make its URL too long. */
const CHUNK = 50;
/** Half of toncenter's page size. */
const SENDERS_MAX = 500;
/** Anybody can cause any number of lookups. */
const VERDICTS_KEPT_MAX = 50_000;

/**
 * By node, because each node's answers are trusted separately, and by transaction: a block that is
 * read again is not evaluated again.
 */
const verdicts = new WeakMap<TonNode, Map<string, boolean>>();

/**
 * Returns which of these (by their hashes) received the excess of a token transfer that their
 * account started itself: its value and cost are part of the transfer's cost, as
 * {@link readOutcome} reports it. Third parties can send any number of imitations: they are traced
 * together, step by step, and verdicts found before a failure are cached.
 *
 * @throws ChainInconsistentError when the node does not have the transaction that sent one of the
 *   messages
 */
export async function findOwnExcess(
  node: TonNode,
  arrived: readonly TonTransaction[],
  signal: AbortSignal,
): Promise<ReadonlySet<string>> {
  const known = verdicts.get(node) ?? new Map<string, boolean>();
  verdicts.set(node, known);
  const own = new Set(arrived.flatMap(({ hash }) => (known.get(hash) === true ? [hash] : [])));
  const open = arrived.filter(
    ({ hash, inMessage }) => inMessage !== null && isTokenExcess(inMessage) && !known.has(hash),
  );
  for (const part of chunk(open, CHUNK)) {
    const found = await traceAll(node, part, signal);
    if (known.size >= VERDICTS_KEPT_MAX) known.clear();
    for (const { hash } of part) known.set(hash, found.has(hash));
    for (const hash of found) own.add(hash);
  }
  return own;
}

/** The last arrival, and the known messages that led to it, in order. */
type Trace = { readonly arrived: TonTransaction; readonly trail: readonly [TonMessage, ...TonMessage[]] };

async function traceAll(
  node: TonNode,
  arrived: readonly TonTransaction[],
  signal: AbortSignal,
): Promise<ReadonlySet<string>> {
  const own = new Set<string>();
  let traces = arrived.flatMap((transaction) => before(transaction, transaction.inMessage, []));
  while (traces.length > 0) {
    const first = traces.map(({ trail: [message] }) => message);
    const senders = await findSenders(node, first, signal);
    traces = traces.flatMap(({ arrived: transaction, trail }) => {
      const sender = senders.get(trail[0].hash);
      if (sender === undefined) return [];
      if (sender.account !== transaction.account) return before(transaction, sender.inMessage, trail);
      if (isBegunBy(sender, trail)) own.add(transaction.hash);
      return [];
    });
  }
  return own;
}

/**
 * Extends the trace by this message; empty where nothing further back can make it a transfer of the
 * account's own.
 */
function before(arrived: TonTransaction, message: TonMessage | null, trail: readonly TonMessage[]): Trace[] {
  if (message === null || message.source === null || trail.length >= MESSAGES_OF_TRANSFER_MAX) return [];
  if (message.source !== arrived.account && !isOfTransfer(message, arrived.account, 1)) return [];
  return [{ arrived, trail: [message, ...trail] }];
}

function isBegunBy(owner: TonTransaction, trail: Trace["trail"]): boolean {
  const isSole = soleMessage(owner)?.hash === trail[0].hash;
  return isSole && trail.every((message, depth) => isOfTransfer(message, owner.account, depth));
}

/**
 * Returns the transaction that sent each of these messages, by message hash. A message that one
 * answer omits, or has no room for, is requested separately.
 */
async function findSenders(
  node: TonNode,
  messages: readonly TonMessage[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, TonTransaction>> {
  const query = { msg_hash: messages.map(({ hash }) => hash), direction: "out", limit: SENDERS_MAX };
  const together = messages.length === 1 ? [] : await readSenders(node, query, signal).catch(noneIfTooLarge);
  const found = await mapLimited(messages, PARALLEL_REQUESTS, async (message) => {
    return [message.hash, senderIn(together, message) ?? (await findSender(node, message, signal))] as const;
  });
  return new Map(found);
}

function noneIfTooLarge(error: unknown): readonly TonTransaction[] {
  if (error instanceof AnswerTooLargeError) return [];
  throw error;
}

async function findSender(node: TonNode, message: TonMessage, signal: AbortSignal): Promise<TonTransaction> {
  const query = { msg_hash: message.hash, direction: "out", limit: 20 };
  const sender = senderIn(await readSenders(node, query, signal), message);
  if (sender !== undefined) return sender;
  throw new ChainInconsistentError(`${node.name} does not have what sent message ${message.hash}`);
}

function readSenders(node: TonNode, query: Query, signal: AbortSignal): Promise<readonly TonTransaction[]> {
  return readTransactions(node, "/api/v3/transactionsByMessage", query, signal);
}

function senderIn(found: readonly TonTransaction[], message: TonMessage): TonTransaction | undefined {
  return found.find(({ account, outMessages }) => {
    return account === message.source && outMessages.some(({ hash }) => hash === message.hash);
  });
}
