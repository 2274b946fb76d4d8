import { Address } from "@ton/core";
import { judgeTon } from "@/lib/chains/address/ton";

/**
 * The canonical text of an address that people may type, with the flags it came with; null for anything else, the raw form included, which
 * has no checksum. The main network's text is valid in the sandbox too.
 */
export function parseTonAddress(text: string): string | null {
  const verdict = judgeTon(text.trim(), "real");
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

/** Of a message: null to or from the outside, and for the odd forms (`addr_var`, a chain that does not exist) that anybody may write. */
export function rawAccountOrNull(value: unknown): string | null {
  return typeof value === "string" && RAW.test(value) ? toAccountText(Address.parseRaw(value)) : null;
}
