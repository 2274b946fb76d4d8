import { purposeOf } from "@/lib/chains/ton/bodies";
import type { TonMessage, TonTransaction } from "@/lib/chains/ton/transactions";

/** A transfer of tokens takes three messages there and one back; a few more are left for contracts that do it otherwise. */
const DEPTH_MAX = 6;

/**
 * Whether a message belongs to the transfer of tokens that `owner` began, `depth` messages before: it carries the tokens on, or brings the
 * owner the rest of what was attached. What else a contract makes of the news is that contract's business, may go on for ever, and is
 * a payment where it brings us something.
 *
 * What this says of the way there and of the way back decides in which book the rest stands: in the transfer's cost ({@link readOutcome}),
 * or among what arrivals cost. One predicate for both, so that nothing stands in both and nothing in none.
 */
export function isOfTransfer(message: TonMessage, owner: string, depth: number): boolean {
  if (depth > DEPTH_MAX) return false;
  if (depth === 0) return message.source === owner && purposeOf(message.body()) === "token-transfer";
  if (message.destination === owner) return isRest(message);
  return message.bounced || purposeOf(message.body()) === "token-arrival";
}

/** What no payer sends: the wallet of a token sends it, in answer to its owner or with news for the owner. */
export function isRest(message: TonMessage): boolean {
  if (message.bounced) return true;
  const purpose = purposeOf(message.body());
  return purpose === "excess" || purpose === "token-notification";
}

/** The one message that a wallet's own transaction sent, where it did what it was asked for and nothing else. */
export function soleMessage({ inMessage, succeeded, skippedActions, outMessages }: TonTransaction): TonMessage | null {
  const [message, ...more] = outMessages;
  const isOwn = inMessage !== null && inMessage.source === null;
  return isOwn && succeeded && skippedActions === 0 && message !== undefined && more.length === 0 ? message : null;
}

export const MESSAGES_OF_TRANSFER_MAX = DEPTH_MAX + 1;
