import type { AddressFamily } from "@/lib/chains/address-family";
import { toAddressKey } from "@/lib/chains/address-key";
import { database } from "@/lib/db";

/** Whether the gateway itself has this address: a deposit address, given out or waiting, or a hot wallet. `address` is canonical. */
export async function isOwnAddress(family: AddressFamily, address: string): Promise<boolean> {
  const addressKey = toAddressKey(family, address);
  const [deposit, hot] = await Promise.all([
    database().address.findUnique({ where: { family_addressKey: { family, addressKey } }, select: { id: true } }),
    database().hotWallet.findFirst({ where: { family, address }, select: { family: true } }),
  ]);
  return deposit !== null || hot !== null;
}
