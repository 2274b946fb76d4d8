import type { AddressFamily } from "@/lib/chains/address-family";

/** The form that addresses are looked up by: EVM hex is one address in any case, elsewhere case means something. */
export function toAddressKey(family: AddressFamily, address: string): string {
  return family === "evm" ? address.toLowerCase() : address;
}
