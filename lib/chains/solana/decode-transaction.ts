import { key, list, malformed, object, signature, small, units, unitsText } from "@/lib/chains/solana/decode";

/** Tokens in one token account, as the node's own bookkeeping saw them. */
export type TokenBalance = {
  readonly accountIndex: number;
  readonly mint: string;
  /** Whoever may move them; null from ledgers written before nodes kept it. */
  readonly owner: string | null;
  /** Null likewise. */
  readonly program: string | null;
  readonly units: bigint;
};

/** What a transaction did to balances: facts of its execution, whichever programs and inner calls brought them about. */
export type TransactionEffects = {
  readonly succeeded: boolean;
  /** Signatures and priority, in lamports; paid by the first account. */
  readonly feeUnits: bigint;
  readonly before: readonly bigint[];
  readonly after: readonly bigint[];
  readonly tokensBefore: readonly TokenBalance[];
  readonly tokensAfter: readonly TokenBalance[];
};

type AccountUse = { readonly address: string; readonly isSigner: boolean };

export type SolanaTransaction = TransactionEffects & {
  readonly transactionId: string;
  /** Loaded ones included, in the order that the balances have. */
  readonly accounts: readonly AccountUse[];
};

/** One transaction of a block that was asked for with accounts. */
export function decodeTransaction(value: unknown): SolanaTransaction {
  const { transaction, meta } = object(value);
  const { signatures, accountKeys } = object(transaction);
  const effects = decodeEffects(meta);
  const accounts = list(accountKeys).map((item) => {
    const { pubkey, signer } = object(item);
    if (typeof signer !== "boolean") throw malformed("mark of a signer", signer);
    return { address: key(pubkey), isSigner: signer };
  });
  if (accounts.length !== effects.before.length) throw malformed("balance for each account", effects.before.length);
  return { transactionId: signature(list(signatures)[0]), accounts, ...effects };
}

/** A node that keeps no such record cannot be read from: without it a deposit would be missed in silence. */
export function decodeEffects(meta: unknown): TransactionEffects {
  const { err, fee, preBalances, postBalances, preTokenBalances, postTokenBalances } = object(meta);
  if (err === undefined) throw malformed("outcome of a transaction", err);
  const [before, after] = [list(preBalances).map(units), list(postBalances).map(units)];
  if (before.length !== after.length) throw malformed("balance before and after for each account", after.length);
  return {
    succeeded: err === null,
    feeUnits: units(fee),
    before,
    after,
    tokensBefore: decodeTokens(preTokenBalances),
    tokensAfter: decodeTokens(postTokenBalances),
  };
}

function decodeTokens(value: unknown): readonly TokenBalance[] {
  return list(value ?? []).map((item) => {
    const { accountIndex, mint, owner, programId, uiTokenAmount } = object(item);
    return {
      accountIndex: small(accountIndex),
      mint: key(mint),
      owner: owner == null ? null : key(owner),
      program: programId == null ? null : key(programId),
      units: unitsText(object(uiTokenAmount).amount),
    };
  });
}
