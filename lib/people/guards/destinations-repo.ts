import { ADDRESS_FAMILIES, type AddressFamily } from "@/lib/chains/address-family";
import { accountKey } from "@/lib/chains/address-keys";
import type { Tx } from "@/lib/kernel/db";
import { invariant } from "@/lib/kernel/errors";
import type { OutflowOrder } from "@/lib/people/guards/outflow";

const DAY_MS = 24 * 60 * 60 * 1000;

/** Whoever got hold of one proof must not make addresses known for the time after it. */
export function knownBefore(now: Date): Date {
  return new Date(now.getTime() - DAY_MS);
}

/**
 * Whether an outflow goes where the merchant's money arrived a day ago or earlier, or back to who
 * paid it. A transfer goes to the wallet of whoever made the merchant. With a memo it goes to
 * somebody behind the address, who may be another one each time.
 */
export async function isKnownDestination(
  tx: Tx,
  { merchantId, destination, isBackToPayer }: Pick<OutflowOrder, "merchantId" | "destination" | "isBackToPayer">,
  now: Date,
): Promise<boolean> {
  if (destination === null) return true;
  const { network, address, memo = null } = destination;
  if (memo !== null) return false;
  if (await wasTrustedBefore(tx, { merchantId, family: network.family, address }, knownBefore(now))) return true;
  return (await isBackToPayer?.()) ?? false;
}

type MerchantAddress = { readonly merchantId: string; readonly family: AddressFamily; readonly address: string };

/** Notes that the merchant sends there; answers whether it is trusted already. */
export async function recordDestination(tx: Tx, { merchantId, family, address }: MerchantAddress): Promise<boolean> {
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
 * Whether the merchant is known to have meant this very text of the address before `moment`.
 * Another text of the same account is not it: a Monero address names with its payment id whom it is
 * for.
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

/**
 * From now on the address is one that the merchant is known to mean: a send to it was confirmed, or
 * a person said so. Others that look like it are noticed. Safe to repeat.
 */
export async function trustDestination(
  tx: Tx,
  destination: {
    readonly merchantId: string;
    /** Its code. */
    readonly network: string;
    /** Canonical. */
    readonly address: string;
  },
): Promise<void> {
  const { merchantId, network, address } = destination;
  await markTrusted(tx, { merchantId, family: await readFamily(tx, network), address });
}
