import { ChainInconsistentError } from "@/lib/chains/errors";
import { nameOf } from "@/lib/chains/ton/status";
import { isOfTransfer, isRest, MESSAGES_OF_TRANSFER_MAX, soleMessage } from "@/lib/chains/ton/token-trail";
import type { TonNode } from "@/lib/chains/ton/ton-node";
import { readTransactions, type TonMessage, type TonTransaction } from "@/lib/chains/ton/transactions";

/** Tokens come over their sender's wallet of them and their receiver's. */
const HOPS_MAX = 4;

/**
 * The name of the message from outside with which the owner of `sender` began all that came to this transaction, by which the sender knows it.
 * Null when it was begun by somebody else, or longer ago than anything that this driver sends.
 *
 * @throws ChainInconsistentError when the node does not have what sent one of the messages
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

/**
 * Whether what arrived is the rest of a transfer of tokens that this account began itself: what it brought and took is in the cost of that
 * transfer, as {@link readOutcome} tells it.
 *
 * @throws ChainInconsistentError when the node does not have what sent one of the messages
 */
export async function isOwnRest(node: TonNode, arrived: TonTransaction, signal: AbortSignal): Promise<boolean> {
  const owner = arrived.account;
  const trail: TonMessage[] = [];
  let message = arrived.inMessage;
  if (message === null || !isRest(message)) return false;
  while (message !== null && message.source !== null && trail.length < MESSAGES_OF_TRANSFER_MAX) {
    trail.unshift(message);
    // None that lies further back makes a transfer of ours out of what this message says.
    if (message.source !== owner && !isOfTransfer(message, owner, 1)) return false;
    const sender = await findSender(node, message, signal);
    if (sender.account === owner) {
      return soleMessage(sender)?.hash === message.hash && trail.every((one, depth) => isOfTransfer(one, owner, depth));
    }
    message = sender.inMessage;
  }
  return false;
}

async function findSender(node: TonNode, message: TonMessage, signal: AbortSignal): Promise<TonTransaction> {
  const query = { msg_hash: message.hash, direction: "out", limit: 20 };
  const found = await readTransactions(node, "/api/v3/transactionsByMessage", query, signal);
  const sender = found.find(({ account, outMessages }) => {
    return account === message.source && outMessages.some(({ hash }) => hash === message.hash);
  });
  if (sender !== undefined) return sender;
  throw new ChainInconsistentError(`${node.name} does not have what sent message ${message.hash}`);
}
