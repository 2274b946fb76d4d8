/** Why a text is no address to send to; the machine API names it in its codes. */
export type AddressProblem =
  /** Characters or a form that no address of this family has. */
  | "format"
  /** The right alphabet and too many or too few of them. */
  | "length"
  /** Mistyped. */
  | "checksum"
  /** An address of another network, or of this one's test or real counterpart. */
  | "network"
  /** Nobody has its key: what is sent there is gone. */
  | "burn";

/** `address`: its one canonical text. */
export type AddressValidation =
  | { readonly ok: true; readonly address: string }
  | { readonly ok: false; readonly problem: AddressProblem };

/**
 * Which of a chain's encodings is meant: that of the real network, or that of the sandbox's own
 * node.
 */
export type AddressEncoding = "real" | "sandbox";

export function accepted(address: string): AddressValidation {
  return { ok: true, address };
}

export function refused(problem: AddressProblem): AddressValidation {
  return { ok: false, problem };
}

/**
 * No key hashes to nothing but zeros: such destinations are only ever made to burn coins, or by a
 * bug.
 */
export function isAllZero(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte === 0);
}

export function isSame(left: Uint8Array, right: Uint8Array): boolean {
  return left.length === right.length && left.every((byte, index) => byte === right[index]);
}
