import { toHexAddress } from "@/lib/chains/tron/config";
import { hex, list, message, object, units } from "@/lib/chains/tron/decode";
import type { TronNode } from "@/lib/chains/tron/http-node";

/**
 * keccak256("Transfer(address,address,uint256)"). Collectibles share it, with the id as a fourth
 * topic.
 */
export const TRANSFER_TOPIC = "ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";

/** First four bytes of keccak256 of the signature. */
const SELECTORS = {
  transfer: "a9059cbb",
  balanceOf: "70a08231",
  decimals: "313ce567",
  symbol: "95d89b41",
} as const;

/** Digits of one ABI word of 32 bytes. */
export const WORD_DIGITS = 64;

/**
 * Returns the call data of `transfer(address,uint256)`. The address word holds the 20 bytes without
 * the chain's 41: some libraries leave it in, which old tokens cut off and strict ones reject.
 */
export function encodeTransfer(to: string, units: bigint): string {
  if (units < 0n || units >= 2n ** 256n) throw new RangeError("a token transfer moves at most 2^256 - 1 units");
  return `${SELECTORS.transfer}${addressWord(to)}${units.toString(16).padStart(WORD_DIGITS, "0")}`;
}

export function encodeBalanceOf(owner: string): string {
  return `${SELECTORS.balanceOf}${addressWord(owner)}`;
}

export function encodeView(name: "decimals" | "symbol"): string {
  return SELECTORS[name];
}

/**
 * A token that returns `false` instead of reverting has moved nothing. USDT returns nothing at all.
 */
export function answeredFalse(returned: string): boolean {
  return /^0{64}$/.test(returned);
}

/** Returns the first word as a number; null when the contract returned less. */
export function readWord(returned: string): bigint | null {
  return returned.length < WORD_DIGITS ? null : BigInt(`0x${returned.slice(0, WORD_DIGITS)}`);
}

/**
 * Returns a `string`, or the 32 zero-padded bytes that early tokens return; null when it is
 * neither.
 */
export function readText(returned: string): string | null {
  const digits = returned.length === WORD_DIGITS ? returned : textDigits(returned);
  return digits === null ? null : Buffer.from(digits, "hex").toString("utf8").replaceAll("\0", "");
}

function textDigits(returned: string): string | null {
  const length = returned.length < 2 * WORD_DIGITS ? null : readWord(returned.slice(WORD_DIGITS));
  if (length === null || readWord(returned) !== 32n) return null;
  const digits = returned.slice(2 * WORD_DIGITS);
  const end = length * 2n;
  return end > BigInt(digits.length) ? null : digits.slice(0, Number.parseInt(end.toString(), 10));
}

function addressWord(address: string): string {
  return toHexAddress(address).slice(2).padStart(WORD_DIGITS, "0");
}

type ConstantCall = { readonly from: string; readonly contract: string; readonly data: string };

export type ConstantAnswer =
  | {
      readonly succeeded: true;
      readonly returned: string;
      /** The total: java-tron includes the penalty. */
      readonly energy: bigint;
      /** The current surcharge for popular contracts. */
      readonly penalty: bigint;
    }
  | { readonly succeeded: false; readonly reason: string };

/**
 * The chain's codes for "this can never run": no such contract, no such sender. Other codes concern
 * the node.
 */
const CHAINS_REFUSALS: ReadonlySet<string> = new Set(["CONTRACT_VALIDATE_ERROR", "CONTRACT_EXE_ERROR"]);

/** keccak256("Error(string)"), the selector of a revert with a reason. */
const REASON_SELECTOR = "08c379a0";

/**
 * Simulates a call on the latest state. A revert is an answer.
 * @throws Error when the node itself could not run it
 */
export async function callConstant(node: TronNode, call: ConstantCall, signal: AbortSignal): Promise<ConstantAnswer> {
  const question = {
    owner_address: toHexAddress(call.from),
    contract_address: toHexAddress(call.contract),
    data: call.data,
  };
  const answer = object(await node.ask("wallet/triggerconstantcontract", question, signal));
  const result = object(answer.result ?? {});
  const said = message(result.message);
  const [returned] = list(answer.constant_result).map(hex);
  if (result.result !== true) {
    const code = String(result.code ?? "no code");
    if (CHAINS_REFUSALS.has(code) && !/does not support constant/i.test(said))
      return { succeeded: false, reason: said };
    throw new Error(`${node.name} could not run a call: ${code} ${said}`);
  }
  if (said !== "" || isMarkedFailed(answer.transaction)) return { succeeded: false, reason: reasonOf(returned, said) };
  return {
    succeeded: true,
    returned: returned ?? "",
    energy: units(answer.energy_used),
    penalty: units(answer.energy_penalty),
  };
}

function isMarkedFailed(transaction: unknown): boolean {
  if (transaction === undefined) return false;
  return list(object(transaction).ret).some((result) => object(result).ret === "FAILED");
}

/** Returns the contract's own message where it gave one. */
function reasonOf(returned: string | undefined, said: string): string {
  const words = returned?.startsWith(REASON_SELECTOR) ? readText(returned.slice(REASON_SELECTOR.length)) : null;
  return words || said || "the contract failed";
}
