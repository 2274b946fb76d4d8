import { newShop, type Shop } from "@/app/v1/conformance/testing/world";

/** A uuid that no object has. */
export const NOBODY = "00000000-0000-4000-8000-000000000001";

/** A shop, and its name in the recording. */
export type NamedShop = Shop & { readonly name: string };

/** Creates a shop with both keys and an owner. */
export async function shopNamed(name: string): Promise<NamedShop> {
  return { ...(await newShop()), name };
}
