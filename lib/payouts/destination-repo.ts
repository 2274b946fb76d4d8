import type { AddressFamily } from "@/lib/chains/address-family";
import { toAddressKey } from "@/lib/chains/address-key";
import { database } from "@/lib/db";

/** Whether the gateway itself has this address: a deposit address, given out or waiting, or a hot wallet. `address` is canonical. */
export async function isOwnAddress(family: AddressFamily, address: string): Promise<boolean> {
  const addressKey = toAddressKey(family, address);
  const [deposit, hot] = await Promise.all([
    database().address.findUnique({ where: { family_addressKey: { family, addressKey } }, select: { id: true } }),
    database().hotWallet.findMany({ where: { family }, select: { address: true } }),
  ]);
  return deposit !== null || isAmong(family, addressKey, hot);
}

/** Whether the operator keeps the surplus of a hot wallet there, on any network of the family. */
export async function isColdAddress(family: AddressFamily, address: string): Promise<boolean> {
  const cold = await database().$queryRaw<{ address: string }[]>`
    SELECT c.address FROM cold_addresses c JOIN networks n ON n.code = c.network_code WHERE n.family = ${family}`;
  return isAmong(family, toAddressKey(family, address), cold);
}

/** A handful of rows, whose columns have an address in the form in which it was written. */
function isAmong(family: AddressFamily, addressKey: string, rows: readonly { readonly address: string }[]): boolean {
  return rows.some((row) => toAddressKey(family, row.address) === addressKey);
}
