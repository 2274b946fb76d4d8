import type { AddressFamily } from "@/lib/chains/address-family";
import { parseEvmAddress } from "@/lib/chains/evm/address";

/** Checks without any node, so that the web process can refuse a destination. */
const PARSERS: Readonly<Partial<Record<AddressFamily, (text: string) => string | null>>> = {
  evm: parseEvmAddress,
};

/** Canonical text of the address with its checksum verified, or null. Throws for a family without a driver. */
export function parseAddress(family: AddressFamily, text: string): string | null {
  const parse = PARSERS[family];
  if (parse === undefined) throw new Error(`addresses of ${family} cannot be checked yet`);
  return parse(text);
}
