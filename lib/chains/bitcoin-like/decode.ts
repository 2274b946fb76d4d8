/**
 * JSON-RPC answers, reduced to the fields in use and validated while reading: an unexpected answer
 * must fail here, not later as a wrong amount.
 */
type RpcInput = { readonly transactionId: string; readonly index: number };

type RpcOutput = {
  readonly index: number;
  readonly units: bigint;
  readonly scriptHex: string;
  /** Carries a token beside its amount (Bitcoin Cash). */
  readonly hasToken: boolean;
};

export type RpcTransaction = {
  readonly transactionId: string;
  /** Empty for a coinbase, which spends nothing. */
  readonly inputs: readonly RpcInput[];
  readonly isCoinbase: boolean;
  /**
   * Public outputs only: those of Litecoin's extension blocks have no readable script or amount.
   */
  readonly outputs: readonly RpcOutput[];
  /** Null outside a block. */
  readonly blockHash: string | null;
};

type Fields = Readonly<Record<string, unknown>>;

const DECIMALS = 8;
/** More than any amount of any coin in the family; keeps "1e999999999" from becoming a number. */
const DIGITS_MAX = 20;

/**
 * Converts an amount of whole coins, the text of a JSON number (`parseExact`), to base units.
 * Exact, or throws.
 */
export function units(value: unknown): bigint {
  const text = typeof value === "string" ? value : "";
  const parts = /^(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,2}))?$/.exec(text);
  if (parts === null) throw malformed("amount", value);
  const [, whole = "", fraction = "", exponent = "0"] = parts;
  const scale = DECIMALS + Number.parseInt(exponent, 10) - fraction.length;
  const digits = `${whole}${fraction}`.replace(/^0+(?=\d)/, "");
  if (digits === "0") return 0n;
  if (scale >= 0) {
    if (digits.length + scale > DIGITS_MAX) throw malformed("amount", value);
    return BigInt(digits) * 10n ** BigInt(scale);
  }
  const surplus = digits.slice(scale);
  if (digits.length > DIGITS_MAX - scale || /[1-9]/.test(surplus)) throw malformed("amount of whole units", value);
  return BigInt(digits.slice(0, scale) || "0");
}

/** Heights, positions and times: small numbers, rejected when they are not exact. */
export function count(value: unknown): number {
  const text = typeof value === "string" ? value : "";
  if (!/^\d{1,15}$/.test(text)) throw malformed("count", value);
  return Number.parseInt(text, 10);
}

export function hash(value: unknown): string {
  if (typeof value !== "string" || !/^[0-9a-fA-F]{64}$/.test(value)) throw malformed("hash", value);
  return value.toLowerCase();
}

export function hex(value: unknown): string {
  if (typeof value !== "string" || !/^([0-9a-fA-F]{2})*$/.test(value)) throw malformed("hexadecimal text", value);
  return value.toLowerCase();
}

export function list(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw malformed("list", value);
  return value;
}

export function fieldsOf(value: unknown): Fields {
  if (typeof value !== "object" || value === null) throw malformed("object", value);
  return value as Fields;
}

export function decodeTransaction(value: unknown): RpcTransaction {
  const fields = fieldsOf(value);
  const inputs = list(fields.vin).map(fieldsOf);
  return {
    transactionId: hash(fields.txid),
    inputs: inputs.flatMap(decodeInput),
    isCoinbase: inputs.some((input) => input.coinbase !== undefined),
    outputs: list(fields.vout).map(fieldsOf).flatMap(decodeOutput),
    blockHash: fields.blockhash == null ? null : hash(fields.blockhash),
  };
}

function decodeInput(input: Fields): readonly RpcInput[] {
  if (input.coinbase !== undefined || input.ismweb === true) return [];
  return [{ transactionId: hash(input.txid), index: count(input.vout) }];
}

function decodeOutput(output: Fields): readonly RpcOutput[] {
  if (output.ismweb === true) return [];
  const { hex: script } = fieldsOf(output.scriptPubKey);
  // CashTokens: a signature must commit to the token along with the amount, which ours does not.
  const hasToken = output.tokenData != null;
  return [{ index: count(output.n), units: units(output.value), scriptHex: hex(script), hasToken }];
}

function malformed(expected: string, value: unknown): Error {
  return new Error(`the node sent no ${expected}: ${String(JSON.stringify(value)).slice(0, 80)}`);
}
