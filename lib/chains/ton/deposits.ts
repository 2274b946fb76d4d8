import { type Cell, loadStateInit } from "@ton/core";
import type { BlockReference, Transfer } from "@/lib/chains/facts";
import {
  decodeTokenArrival,
  decodeTokenNotification,
  purposeOf,
  readComment,
  TOKEN_ARRIVAL_TEXT,
  type TokenNotification,
} from "@/lib/chains/ton/bodies";
import { toAccountText } from "@/lib/chains/ton/config";
import { type FindMaster, isTokenExcess } from "@/lib/chains/ton/token-origin";
import type { TonNode } from "@/lib/chains/ton/ton-node";
import type { TonMessage, TonTransaction } from "@/lib/chains/ton/transactions";

/**
 * Bits before the balance: none in the wallets of most tokens, four of a status in those of
 * governed tokens (USDT).
 */
const LAYOUTS = [0, 4] as const;

/**
 * Guesses the owner of a token wallet that a message deploys, from its initial storage: balance,
 * owner, master. Only a guess, because every token may use its own layout; those that match our
 * addresses are verified with the token's master.
 */
export function guessOwners(init: Cell | null): readonly string[] {
  return LAYOUTS.flatMap((skipped) => {
    try {
      const data = init === null ? null : loadStateInit(init.beginParse()).data?.beginParse();
      if (data == null) return [];
      data.skip(skipped);
      data.loadCoins();
      const owner = data.loadAddress();
      data.loadAddress();
      return [toAccountText(owner)];
    } catch {
      return [];
    }
  });
}

/**
 * A possible deposit of this owner, which is the account itself or the possible owner of tokens
 * that it holds.
 */
export type Arrival = {
  readonly transaction: TonTransaction;
  readonly message: TonMessage & { readonly source: string };
  readonly block: BlockReference;
  readonly owner: string;
};

/**
 * Returns every possible recipient of this deposit. A token wallet notifies its owner of a deposit
 * when the payer attached value for that; some exchanges do not, and then the only trace is at that
 * wallet.
 */
export function arrivalsIn(transaction: TonTransaction, block: BlockReference): readonly Arrival[] {
  const { inMessage: message, account } = transaction;
  if (!isArrival(transaction) || message === null || message.source === null) return [];
  const owners = isSilent(transaction) ? guessOwners(message.init()) : [];
  const facts = { transaction, message: { ...message, source: message.source }, block };
  return [account, ...owners].map((owner) => ({ ...facts, owner }));
}

/**
 * Returns whether value from another account stayed on this one. It stays even where no contract is
 * deployed yet, unless the message is bounceable. A bounced message that returns to its sender is
 * not a payment.
 */
export function isArrival({ inMessage, hasBounced }: TonTransaction): boolean {
  if (inMessage === null || inMessage.source === null) return false;
  return inMessage.value > 0n && !inMessage.bounced && !hasBounced;
}

function isSilent({ inMessage, succeeded, outMessages }: TonTransaction): boolean {
  if (inMessage?.operation !== TOKEN_ARRIVAL_TEXT || !succeeded) return false;
  return outMessages.every((out) => purposeOf(out.body()) !== "token-notification");
}

/**
 * Returns the deposit of an arrival, or null. Identified by the hash of the receiving transaction:
 * a payer's transaction has one per recipient. The value attached to a token notification or token
 * excess is not a deposit: see {@link tokenExcessOf}.
 */
export async function readArrival(
  node: TonNode,
  arrival: Arrival,
  findMaster: FindMaster,
  signal: AbortSignal,
): Promise<Transfer | null> {
  const { transaction, message, block, owner } = arrival;
  const body = message.body();
  const common = { transactionId: transaction.hash, block };
  const reported = tokensIn(arrival, body);
  if (reported === "none") {
    return {
      ...common,
      position: "native",
      asset: { kind: "native" },
      units: message.value,
      to: { address: owner, memo: commentIn(body) },
      from: message.source,
    };
  }
  if (reported === null || reported.units === 0n) return null;
  const { units, from, memo, wallet } = reported;
  const master = await findMaster(node, { wallet, owner }, signal);
  if (master === null) return null;
  const asset = { kind: "token", contract: master } as const;
  return { ...common, position: "jetton", asset, units, to: { address: owner, memo }, from };
}

/**
 * Returns the value attached to a token notification, or that claims to be the excess of a token
 * transfer: mostly it pays for that message. The sender is a contract of the token, or one that
 * imitates it.
 */
export function tokenExcessOf({ transaction, message, block, owner }: Arrival): Transfer | null {
  if (transaction.account !== owner || !isTokenExcess(message)) return null;
  const common = { transactionId: transaction.hash, position: "native", block, from: null };
  return { ...common, asset: { kind: "native" }, units: message.value, to: { address: owner, memo: null } };
}

/**
 * Returns the reported tokens and the token wallet that reported them; "none" for a TON transfer,
 * null for a message of no value.
 */
function tokensIn(
  { transaction, message, owner }: Arrival,
  body: Cell,
): (TokenNotification & { readonly wallet: string }) | "none" | null {
  const isAtWallet = transaction.account !== owner;
  const purpose = purposeOf(body);
  if (!isAtWallet && purpose !== "token-notification") return purpose === "excess" ? null : "none";
  const reported = isAtWallet ? decodeTokenArrival(body) : decodeTokenNotification(body);
  return reported && { ...reported, wallet: isAtWallet ? transaction.account : message.source };
}

/** Even if the comment is malformed, the money has arrived. */
function commentIn(body: Cell): string | null {
  try {
    return readComment(body.beginParse());
  } catch {
    return null;
  }
}
