import { decodeBase58Check } from "@/lib/chains/address/base58-check";
import { type AddressVerdict, accepted, isAllZero, refused } from "@/lib/chains/address/verdict";

/** Of the main network; its test networks and private chains use the same. */
const VERSION = 0x41;

/** A TRON address in base58, `T...`. */
export function judgeTron(text: string): AddressVerdict {
  const decoded = decodeBase58Check(text);
  if (typeof decoded === "string") return refused(decoded);
  if (decoded.version !== VERSION) return refused("network");
  return isAllZero(decoded.hash) ? refused("burn") : accepted(text);
}
