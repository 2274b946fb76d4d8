import { base64 } from "@scure/base";
import { integerOf } from "@/lib/chains/solana/json-rpc";

/**
 * Helpers to read answers. Numbers are in the form of json-rpc.ts; a value of an unexpected type
 * fails here, not later as a wrong amount.
 */
export type Fields = Readonly<Record<string, unknown>>;

/**
 * The form of 32 and 64 bytes in base58. Decoding each of the 25,000 keys of a full block would
 * take longer than everything else.
 */
const KEY = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/;
const SIGNATURE = /^[1-9A-HJ-NP-Za-km-z]{64,88}$/;
const U64_MAX = 2n ** 64n - 1n;

export function object(value: unknown): Fields {
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw malformed("object", value);
  return value as Fields;
}

export function list(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw malformed("list", value);
  return value;
}

/** Lamports and similar: a 64-bit JSON integer. A fraction or an exponent is rejected. */
export function units(value: unknown): bigint {
  const exact = integerOf(value);
  if (exact === null || exact < 0n || exact > U64_MAX) throw malformed("64-bit integer", value);
  return exact;
}

/** Token amounts are sent as text, because JavaScript clients would round them. */
export function unitsText(value: unknown): bigint {
  if (typeof value !== "string" || !/^\d{1,20}$/.test(value)) throw malformed("amount in text", value);
  const exact = BigInt(value);
  if (exact > U64_MAX) throw malformed("64-bit amount", value);
  return exact;
}

/** Slots, heights, indexes and seconds: small numbers, rejected when they are not exact. */
export function small(value: unknown): number {
  const exact = units(value);
  if (exact > BigInt(Number.MAX_SAFE_INTEGER)) throw malformed("small integer", value);
  return Number.parseInt(exact.toString(), 10);
}

/** An address or a hash. */
export function key(value: unknown): string {
  if (typeof value !== "string" || !KEY.test(value)) throw malformed("key", value);
  return value;
}

export function signature(value: unknown): string {
  if (typeof value !== "string" || !SIGNATURE.test(value)) throw malformed("signature", value);
  return value;
}

/** The data of an account: `[text, "base64"]`. */
export function accountData(value: unknown): Uint8Array {
  const [text, encoding] = list(value);
  if (typeof text !== "string" || encoding !== "base64") throw malformed("base64 data", value);
  return base64.decode(text);
}

/** Returns a call's result together with the slot it refers to. */
export function inContext(answer: unknown): { readonly slot: number; readonly value: unknown } {
  const fields = object(answer);
  return { slot: small(object(fields.context).slot), value: fields.value };
}

export function malformed(expected: string, value: unknown): Error {
  return new Error(`the node sent no ${expected}: ${String(JSON.stringify(value)).slice(0, 80)}`);
}

/** Tokens in one token account, as recorded by the node. */
export type TokenBalance = {
  readonly accountIndex: number;
  readonly mint: string;
  /** The account that may move them; null in ledgers older than this record. */
  readonly owner: string | null;
  /** Null in the same case. */
  readonly program: string | null;
  readonly units: bigint;
};

/**
 * A transaction's effect on balances: facts of its execution, whichever programs and inner calls
 * caused them.
 */
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
  /** Including loaded ones, in the order of the balances. */
  readonly accounts: readonly AccountUse[];
};

/** Decodes one transaction of a block that was requested with accounts. */
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

/** A node without this record cannot be used: deposits would be missed silently. */
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
