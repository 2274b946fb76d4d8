import { Address } from "@ton/core";
import { validateTon } from "@/lib/chains/address/ton";

/**
 * Returns the canonical text of a user-entered address, keeping its flags; null for anything else,
 * including the raw form, which has no checksum. Main network addresses are valid in the sandbox
 * too.
 */
export function parseTonAddress(text: string): string | null {
  const verdict = validateTon(text.trim(), "real");
  return verdict.ok ? verdict.address : null;
}

/** Returns the account of a text that was parsed before. */
export function accountAt(text: string): Address {
  const canonical = parseTonAddress(text);
  if (canonical === null) throw new TypeError(`${text} is no TON address`);
  return Address.parse(canonical);
}

/** Users' accounts and ours are non-bounceable, because the wallet need not be deployed yet. */
export function toAccountText(address: Address): string {
  return address.toString({ bounceable: false, urlSafe: true });
}

/** Token masters are bounceable, as in every token list. */
export function toMasterText(address: Address): string {
  return address.toString({ bounceable: true, urlSafe: true });
}

/** Returns the account's single text for comparison, regardless of the flags. */
export function sameAccountText(text: string): string {
  return toAccountText(accountAt(text));
}

const RAW = /^(0|-1):[0-9a-fA-F]{64}$/;

/** Converts the raw form of the API's answers, `0:` and 64 hex digits. */
export function rawAccount(value: unknown): string {
  if (typeof value === "string" && RAW.test(value)) return toAccountText(Address.parseRaw(value));
  throw new TypeError(`the node sent no address: ${String(value).slice(0, 80)}`);
}

/**
 * For a message's address: null for external addresses, and for unusual forms (`addr_var`, a
 * nonexistent workchain) that anybody may write.
 */
export function rawAccountOrNull(value: unknown): string | null {
  return typeof value === "string" && RAW.test(value) ? toAccountText(Address.parseRaw(value)) : null;
}

/** Settings of the network for the TON driver; nothing here is read from the environment. */
export type TonDriverConfig = {
  readonly network: string;
  /** Accepts any zero state that its nodes agree on; elsewhere it must be the main network's. */
  readonly isSandbox: boolean;
  /** Base URLs of `/api/v2` and `/api/v3`. Preferred first. */
  readonly urls: readonly string[];
  readonly native: { readonly symbol: string; readonly decimals: number };
  /**
   * Masters of the tokens on offer: a deposit of any other token may be skipped when identifying it
   * is expensive.
   */
  readonly tokens?: readonly string[];
  /** Time limit of one request to one node. */
  readonly callLimitMs?: number;
  readonly scanBlocksMax?: number;
};

/** A node that needs longer becomes unhealthy. */
export const CALL_LIMIT_MS = 10_000;

/** Each block is at least one request. */
export const SCAN_BLOCKS_MAX = 50;

/** Concurrent requests to one node; the public service allows ten a second with an API key. */
export const PARALLEL_REQUESTS = 4;

/**
 * Root and file hash of the main network's zero state in hex, as in every node's configuration
 * (`init` of global.config.json).
 */
export const MAINNET_ZERO_STATE = {
  rootHash: "17a3a92992aabea785a7a090985a265cd31f323d849da51239737e321fb05569",
  fileHash: "5e994fcf4d425c0a6ce6a792594b7173205f740a39cd56f537defd28b48a0f6e",
} as const;

/**
 * A wallet pays storage rent: this covers years, and one that owes rent for long is frozen. The
 * contract itself requires none of it.
 */
export const LEFT_BEHIND_UNITS = 10_000_000n;
