import { createContext, useContext } from "react";
import { addressOf } from "@/lib/fronts/client/shown-merchant";

/** The page's merchant, for rendering; provided by the frame. */
export const ShownMerchant = createContext<string | null>(null);

/** Returns the URL of a file or a frame for the page's merchant. */
export function useOwnAddress(address: string): string {
  return addressOf(address, useContext(ShownMerchant));
}
