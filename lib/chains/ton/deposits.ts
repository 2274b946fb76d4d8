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
 * governed ones (USDT).
 */
const LAYOUTS = [0, 4] as const;

/**
 * Who may own the wallet of a token that a message deploys, from the storage it brings along:
 * balance, owner, master. Only a guess, because every token is free in its layout; whoever is ours
 * among them is asked about at the token's master.
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
 * What may be a deposit of this owner, who is the account itself or may be the owner of tokens that
 * it holds.
 */
export type Arrival = {
  readonly transaction: TonTransaction;
  readonly message: TonMessage & { readonly source: string };
  readonly block: BlockReference;
  readonly owner: string;
};

/**
 * Everybody whose deposit this may be. A wallet of tokens tells its owner of what arrived when the
 * payer left it something to do that with; some exchanges do not, and then the only trace is at
 * that wallet itself.
 */
export function arrivalsIn(transaction: TonTransaction, block: BlockReference): readonly Arrival[] {
  const { inMessage: message, account } = transaction;
  if (!isArrival(transaction) || message === null || message.source === null) return [];
  const owners = isSilent(transaction) ? guessOwners(message.init()) : [];
  const facts = { transaction, message: { ...message, source: message.source }, block };
  return [account, ...owners].map((owner) => ({ ...facts, owner }));
}

/**
 * Whether value from another account stayed where it arrived. It does so even where no contract
 * runs yet, unless the sender wanted it back then. What comes back to its sender, because its
 * receiver failed, is no payment.
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
 * The deposit that an arrival is, or null. Named by the hash of the transaction that took it in: a
 * payer's transaction has as many as it has receivers. The value that a token's notification or the
 * rest of a token transfer brings along is none: see {@link tokenExcessOf}.
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
 * The value that a token's notification brings along, or that says to be the rest of a transfer of
 * tokens: mostly it pays for that message. The sender is a contract of the token's, or whoever
 * plays one.
 */
export function tokenExcessOf({ transaction, message, block, owner }: Arrival): Transfer | null {
  if (transaction.account !== owner || !isTokenExcess(message)) return null;
  const common = { transactionId: transaction.hash, position: "native", block, from: null };
  return { ...common, asset: { kind: "native" }, units: message.value, to: { address: owner, memo: null } };
}

/**
 * What it says of tokens, and which wallet of them says so; "none" when it is about TON, null when
 * it is about nothing of worth.
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

/** Whatever is wrong with the words, the money has arrived. */
function commentIn(body: Cell): string | null {
  try {
    return readComment(body.beginParse());
  } catch {
    return null;
  }
}
