import { type Address, address } from "@solana/kit";
import { findAssociatedTokenPda } from "@solana-program/token";
import { TransactionRefusedError } from "@/lib/chains/errors";
import { type HeldTokenAccount, readAccounts, readTokenAccounts, toMint } from "@/lib/chains/solana/accounts";
import { toAddress } from "@/lib/chains/solana/config";
import { units } from "@/lib/chains/solana/decode";
import type { SolanaNode } from "@/lib/chains/solana/json-rpc";
import type { MovableAtOnce, TransferRequest } from "@/lib/chains/spending";

/** More would not fit into one transaction with everything else. */
const SOURCES_MAX = 8;

/** `isEmptied`: according to the node nothing stays on it, so it may be closed. */
export type TokenPart = {
  readonly account: Address;
  readonly units: bigint;
  readonly isEmptied: boolean;
  /** Lamports of rent, which closing it returns. */
  readonly rent: bigint;
};

export type TokenPlan = {
  readonly mint: Address;
  readonly program: Address;
  readonly decimals: number;
  /** The sender's token accounts and the amount taken from each. */
  readonly parts: readonly TokenPart[];
  /** The recipient's associated account. */
  readonly destination: Address;
  /** Lamports for opening it; zero when it exists. */
  readonly rent: bigint;
};

/** A transaction's effects, with everything that only the chain knows. */
export type TransferPlan = {
  readonly from: Address;
  /**
   * Pays the fee, signs first, and receives the rent of closed accounts; the sender where nobody
   * else pays.
   */
  readonly payer: Address;
  readonly to: Address;
  readonly units: bigint;
  /** Null: the native coin. */
  readonly token: TokenPlan | null;
};

/** Throws on anything that one transfer cannot express; queries the node only about tokens. */
export async function readPlan(node: SolanaNode, request: TransferRequest, signal: AbortSignal): Promise<TransferPlan> {
  const { source, outputs } = request;
  const output = outputs[0];
  if (source.kind !== "expiring") throw new TypeError("a Solana transfer spends from an account, and expires");
  if (output === undefined || outputs.length !== 1) throw new TypeError("a Solana transfer has one output");
  if (output.to.memo !== null) throw new TypeError("Solana destinations carry no memo");
  if (output.units <= 0n) throw new RangeError("a Solana transfer moves more than zero");
  const from = toAddress(source.address);
  const payer = source.feePayer === undefined ? from : toAddress(source.feePayer);
  const plain = { from, payer, to: toAddress(output.to.address), units: output.units };
  if (output.asset.kind === "native") return { ...plain, token: null };
  return { ...plain, token: await readTokenPlan(node, plain, toAddress(output.asset.contract), signal) };
}

async function readTokenPlan(
  node: SolanaNode,
  { from, to, units: wanted }: Omit<TransferPlan, "token">,
  mint: Address,
  signal: AbortSignal,
): Promise<TokenPlan> {
  const [mintAccount = null] = await readAccounts(node, [mint], signal);
  const known = toMint(mintAccount);
  if (known === null) throw new TransactionRefusedError("invalid", `there is no token ${mint} on Solana`);
  // The received amount would differ from the requested one, so it is not sent.
  if (known.peculiarity !== null)
    throw new TransactionRefusedError("invalid", `${mint} cannot be paid out: ${known.peculiarity}`);
  const tokenProgram = address(known.program);
  const [[destination], [own]] = await Promise.all([
    findAssociatedTokenPda({ mint, owner: to, tokenProgram }),
    findAssociatedTokenPda({ mint, owner: from, tokenProgram }),
  ]);
  const held = await readTokenAccounts(node, from, mint, signal);
  const [existing = null] = await readAccounts(node, [destination], signal);
  return {
    mint,
    program: tokenProgram,
    decimals: known.decimals,
    parts: gather(held, own, wanted),
    destination,
    rent: existing === null ? await readRent(node, known.accountBytes, signal) : 0n,
  };
}

/**
 * Customers may pay into any of our token accounts, so the amount may be spread over several. Takes
 * from the associated account first, then from the fullest; {@link chooseSources} selects when
 * there are more than one transaction can spend. When they do not suffice, the full amount is taken
 * from the associated one, so that the chain itself reports the error.
 */
export function gather(held: readonly HeldTokenAccount[], own: Address, wanted: bigint): readonly TokenPart[] {
  const usable = held
    .filter(isGiving)
    .sort((left, right) => rank(left, own) - rank(right, own) || (left.units > right.units ? -1 : 1));
  const sources = usable.length <= SOURCES_MAX ? usable : chooseSources(usable, wanted);
  const parts: TokenPart[] = [];
  let missing = wanted;
  for (const { address: account, units: has, isClosable, rent } of sources) {
    if (missing === 0n) break;
    const taken = has < missing ? has : missing;
    parts.push({ account: toAddress(account), units: taken, isEmptied: isClosable && taken === has, rent });
    missing -= taken;
  }
  return missing === 0n ? parts : [{ account: own, units: wanted, isEmptied: false, rent: 0n }];
}

function isGiving({ units: has, isUsable }: HeldTokenAccount): boolean {
  return isUsable && has > 0n;
}

/**
 * Selects as many of the smallest as leave room for those that cover the remainder, the smallest
 * such account if one covers it: the rest is then spread over few accounts, so that a large part of
 * it can always be moved at once.
 */
function chooseSources(usable: readonly HeldTokenAccount[], wanted: bigint): readonly HeldTokenAccount[] {
  const rising = usable.toSorted((left, right) => (left.units < right.units ? -1 : 1));
  const sum = (accounts: readonly HeldTokenAccount[]) => accounts.reduce((total, { units: has }) => total + has, 0n);
  for (let small = SOURCES_MAX; small > 0; small -= 1) {
    const few = rising.slice(0, small);
    const missing = wanted - sum(few);
    const room = SOURCES_MAX - small;
    const one = rising.slice(small).find(({ units: has }) => has >= missing);
    const others = room === 0 || missing <= 0n ? [] : room === 1 && one ? [one] : rising.slice(small).slice(-room);
    if (sum(others) >= missing) return [...few, ...others];
  }
  return rising.slice(-SOURCES_MAX);
}

/**
 * Returns the accounts that the transfer empties and may close. Only with a separate fee payer: a
 * sender that pays its own fee is a wallet that will receive again. A deposit in between makes the
 * closing fail, and with it the whole transfer, which then moves nothing.
 */
export function closedBy({ from, payer, token }: Pick<TransferPlan, "from" | "payer" | "token">): readonly TokenPart[] {
  return payer === from || token === null ? [] : token.parts.filter(({ isEmptied }) => isEmptied);
}

/** Returns the rent of the accounts that a transfer closes. */
export function givenBackBy(plan: TransferPlan): bigint {
  return closedBy(plan).reduce((sum, { rent }) => sum + rent, 0n);
}

/** Returns what one transfer can take from these accounts of one owner; null: everything. */
export function movableOf(held: readonly HeldTokenAccount[]): MovableAtOnce | null {
  const full = held.filter(({ units: has }) => has > 0n);
  const giving = full.filter(isGiving).sort((left, right) => (left.units > right.units ? -1 : 1));
  if (giving.length === full.length && giving.length <= SOURCES_MAX) return null;
  const units = giving.slice(0, SOURCES_MAX).reduce((sum, account) => sum + account.units, 0n);
  return { units, accountsMax: SOURCES_MAX };
}

function rank({ address: account }: HeldTokenAccount, own: Address): number {
  return account === own ? 0 : 1;
}

async function readRent(node: SolanaNode, bytes: number, signal: AbortSignal): Promise<bigint> {
  return units(await node.request("getMinimumBalanceForRentExemption", [bytes], signal));
}
