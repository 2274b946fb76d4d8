import { createContext, useContext } from "react";
import { addressOf } from "@/lib/fronts/client/shown-merchant";

/** The merchant of the page, for what is drawn; given by the frame. */
export const ShownMerchant = createContext<string | null>(null);

/** An address of a file or a frame, about the merchant whose page it stands on. */
export function useOwnAddress(address: string): string {
  return addressOf(address, useContext(ShownMerchant));
}
