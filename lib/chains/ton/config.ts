import { Address } from "@ton/core";
import { validateTon } from "@/lib/chains/address/ton";

/**
 * The canonical text of an address that people may type, with the flags it came with; null for
 * anything else, the raw form included, which has no checksum. The main network's text is valid in
 * the sandbox too.
 */
export function parseTonAddress(text: string): string | null {
  const verdict = validateTon(text.trim(), "real");
  return verdict.ok ? verdict.address : null;
}

/** The account behind a text that was parsed before. */
export function accountAt(text: string): Address {
  const canonical = parseTonAddress(text);
  if (canonical === null) throw new TypeError(`${text} is no TON address`);
  return Address.parse(canonical);
}

/** Accounts of people and of ours: "do not bounce", because the wallet need not be deployed yet. */
export function toAccountText(address: Address): string {
  return address.toString({ bounceable: false, urlSafe: true });
}

/** Masters of tokens, as every list of tokens writes them. */
export function toMasterText(address: Address): string {
  return address.toString({ bounceable: true, urlSafe: true });
}

/** The account's one text whatever the flags of this one say: to compare accounts by. */
export function sameAccountText(text: string): string {
  return toAccountText(accountAt(text));
}

const RAW = /^(0|-1):[0-9a-fA-F]{64}$/;

/** From the raw form that the API answers with, `0:` and 64 hex digits. */
export function rawAccount(value: unknown): string {
  if (typeof value === "string" && RAW.test(value)) return toAccountText(Address.parseRaw(value));
  throw new TypeError(`the node sent no address: ${String(value).slice(0, 80)}`);
}

/**
 * Of a message: null to or from the outside, and for the odd forms (`addr_var`, a chain that does
 * not exist) that anybody may write.
 */
export function rawAccountOrNull(value: unknown): string | null {
  return typeof value === "string" && RAW.test(value) ? toAccountText(Address.parseRaw(value)) : null;
}

/** What the TON driver needs to know of its network; nothing here is read from the environment. */
export type TonDriverConfig = {
  readonly network: string;
  /** Whatever zero state its nodes agree in is right; elsewhere it must be the main network's. */
  readonly isSandbox: boolean;
  /** Below each lie `/api/v2` and `/api/v3`. Preferred first. */
  readonly urls: readonly string[];
  readonly native: { readonly symbol: string; readonly decimals: number };
  /**
   * Masters of the tokens that matter: a deposit of any other may be left out, when it costs much
   * to tell what it is.
   */
  readonly tokens?: readonly string[];
  /** Limit of one request to one node. */
  readonly callLimitMs?: number;
  readonly scanBlocksMax?: number;
};

/** A node that needs longer is set aside. */
export const CALL_LIMIT_MS = 10_000;

/** Each block is one request at least. */
export const SCAN_BLOCKS_MAX = 50;

/** In flight to one node at once; the public service takes ten a second from a holder of a key. */
export const PARALLEL_REQUESTS = 4;

/**
 * Root and file hash of the main network's zero state, as every node has them in its own
 * configuration (`init` of global.config.json), in hex.
 */
export const MAINNET_ZERO_STATE = {
  rootHash: "17a3a92992aabea785a7a090985a265cd31f323d849da51239737e321fb05569",
  fileHash: "5e994fcf4d425c0a6ce6a792594b7173205f740a39cd56f537defd28b48a0f6e",
} as const;

/**
 * A wallet pays for the room it takes: this lasts it for years, and one that owes rent for long is
 * frozen. The contract itself asks for none of it.
 */
export const LEFT_BEHIND_UNITS = 10_000_000n;
