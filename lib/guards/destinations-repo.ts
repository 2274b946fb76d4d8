import { ADDRESS_FAMILIES, type AddressFamily } from "@/lib/chains/address-family";
import type { Tx } from "@/lib/db";
import { invariant } from "@/lib/errors";
import { accountKey } from "@/lib/screening/account-key";

type MerchantAddress = { readonly merchantId: string; readonly family: AddressFamily; readonly address: string };

/** Notes that the merchant sends there; answers whether it is trusted already. */
export async function noteDestination(tx: Tx, { merchantId, family, address }: MerchantAddress): Promise<boolean> {
  const addressKey = accountKey(family, address);
  await tx.$executeRaw`
    INSERT INTO destinations (merchant_id, family, address_key, address)
    VALUES (${merchantId}::uuid, ${family}, ${addressKey}, ${address}) ON CONFLICT DO NOTHING`;
  const row = await tx.destination.findUniqueOrThrow({
    where: { merchantId_family_addressKey: { merchantId, family, addressKey } },
    select: { trustedAt: true },
  });
  return row.trustedAt !== null;
}

/** Trusted addresses of the merchant that end like this, in any case. */
export async function selectTrustedEndingLike(
  tx: Tx,
  { merchantId, family }: Omit<MerchantAddress, "address">,
  end: string,
): Promise<string[]> {
  const rows = await tx.$queryRaw<{ address: string }[]>`
    SELECT address FROM destinations
    WHERE merchant_id = ${merchantId}::uuid AND family = ${family} AND trusted_at IS NOT NULL AND lower(right(address, 4)) = ${end}
    ORDER BY trusted_at`;
  return rows.map(({ address }) => address);
}

export async function markTrusted(tx: Tx, { merchantId, family, address }: MerchantAddress): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO destinations (merchant_id, family, address_key, address, trusted_at)
    VALUES (${merchantId}::uuid, ${family}, ${accountKey(family, address)}, ${address}, now())
    ON CONFLICT (merchant_id, family, address_key) DO UPDATE SET trusted_at = now() WHERE destinations.trusted_at IS NULL`;
}

/**
 * Whether the merchant is known to have meant this very text of the address before `moment`. Another text of the same account is not it: a
 * Monero address names with its payment id whom it is for.
 */
export async function wasTrustedBefore(
  tx: Tx,
  { merchantId, family, address }: MerchantAddress,
  moment: Date,
): Promise<boolean> {
  const row = await tx.destination.findUnique({
    where: { merchantId_family_addressKey: { merchantId, family, addressKey: accountKey(family, address) } },
    select: { address: true, trustedAt: true },
  });
  return row !== null && row.address === address && row.trustedAt !== null && row.trustedAt <= moment;
}

/** The address family of a network. */
export async function readFamily(tx: Tx, networkCode: string): Promise<AddressFamily> {
  const row = await tx.network.findUnique({ where: { code: networkCode }, select: { family: true } });
  const family = ADDRESS_FAMILIES.find((known) => known === row?.family);
  invariant(family, `the network ${networkCode} has a family`);
  return family;
}
