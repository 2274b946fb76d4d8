/** Why a text is rejected as a destination; the machine API exposes these values as codes. */
export type AddressProblem =
  /** Contains characters, or has a form, that no address of this family has. */
  | "format"
  /** The right alphabet, but too many or too few characters. */
  | "length"
  /** Mistyped: the checksum does not match. */
  | "checksum"
  /** An address of another network, or of this network's test or production counterpart. */
  | "network"
  /** Nobody holds the key: funds sent there are lost. */
  | "burn";

/** `address` is the canonical text. */
export type AddressValidation =
  | { readonly ok: true; readonly address: string }
  | { readonly ok: false; readonly problem: AddressProblem };

/** Which encoding of a chain applies: the real network's, or that of the sandbox's own node. */
export type AddressEncoding = "real" | "sandbox";

export function accepted(address: string): AddressValidation {
  return { ok: true, address };
}

export function refused(problem: AddressProblem): AddressValidation {
  return { ok: false, problem };
}

/**
 * No key hashes to all zeros: such destinations are only used to burn coins, or result from a bug.
 */
export function isAllZero(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte === 0);
}

export function isSame(left: Uint8Array, right: Uint8Array): boolean {
  return left.length === right.length && left.every((byte, index) => byte === right[index]);
}
