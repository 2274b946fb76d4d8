import type { Asset } from "@/lib/chains/facts";
import { TOKEN_PROGRAMS } from "@/lib/chains/solana/config";
import type { SolanaTransaction, TokenBalance } from "@/lib/chains/solana/decode-transaction";

/** What one account or owner had more of after a transaction than before. */
export type Gain = {
  readonly address: string;
  readonly asset: Asset;
  readonly units: bigint;
  readonly position: string;
  readonly from: string | null;
};

/**
 * Every gain of a successful transaction, in the order of its accounts. Taken from balances and not from instructions: money that an
 * exchange sends through a program of its own has arrived as well, and a Token-2022 fee has not. Several payments of one
 * transaction to one receiver are one gain. Positions follow the accounts that the signatures cover: the same transaction has
 * them in every block.
 */
export function listGains(transaction: SolanaTransaction): readonly Gain[] {
  if (!transaction.succeeded) return [];
  return [...nativeGains(transaction), ...tokenGains(transaction)];
}

function nativeGains({ accounts, before, after, feeUnits }: SolanaTransaction): readonly Gain[] {
  const changes = accounts.map(({ address, isSigner }, index) => ({
    address,
    isSigner,
    units: (after[index] ?? 0n) - (before[index] ?? 0n),
    index,
  }));
  const from = soleLoser(changes.map((change) => (change.index === 0 ? withUnits(change, feeUnits) : change)));
  return changes
    .filter(({ units }) => units > 0n)
    .map(({ address, units, index }) => {
      return { address, asset: { kind: "native" }, units, position: `native:${index}`, from };
    });
}

type Change = { readonly address: string; readonly isSigner: boolean; readonly units: bigint };

function withUnits<Item extends Change>(change: Item, more: bigint): Item {
  return { ...change, units: change.units + more };
}

/** The sender is certain only when a single account lost anything and its key has signed. */
function soleLoser(changes: readonly Change[]): string | null {
  const losers = changes.filter(({ units }) => units < 0n);
  const [loser] = losers;
  return losers.length === 1 && loser?.isSigner === true ? loser.address : null;
}

/** Above the index of any account. */
const NOWHERE = Number.MAX_SAFE_INTEGER;

type Holding = Change & { readonly mint: string; readonly index: number };

function tokenGains(transaction: SolanaTransaction): readonly Gain[] {
  const holdings = tokenChanges(transaction);
  return holdings
    .filter(({ units }) => units > 0n)
    .map(({ address, mint, units, index }) => ({
      address,
      asset: { kind: "token", contract: mint },
      units,
      position: `token:${index}`,
      from: soleLoser(holdings.filter((other) => other.mint === mint)),
    }));
}

/**
 * By owner and mint: it is the owner who can spend, from whichever of their token accounts. The lowest account that is theirs afterwards
 * names the position; no other owner has that one then.
 */
function tokenChanges({ accounts, tokensBefore, tokensAfter }: SolanaTransaction): readonly Holding[] {
  const signers = new Set(accounts.flatMap(({ address, isSigner }) => (isSigner ? [address] : [])));
  const holdings = new Map<string, Holding>();
  const add = ({ owner, mint, program }: TokenBalance, units: bigint, index: number) => {
    if (owner === null || program === null || !TOKEN_PROGRAMS.has(program)) return;
    const known = holdings.get(`${owner} ${mint}`);
    holdings.set(`${owner} ${mint}`, {
      address: owner,
      isSigner: signers.has(owner),
      mint,
      units: (known?.units ?? 0n) + units,
      index: Math.min(known?.index ?? NOWHERE, index),
    });
  };
  for (const held of tokensBefore) add(held, -held.units, NOWHERE);
  for (const held of tokensAfter) add(held, held.units, held.accountIndex);
  return [...holdings.values()].sort((left, right) => left.index - right.index);
}
