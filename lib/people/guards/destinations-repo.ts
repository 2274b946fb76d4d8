import { ADDRESS_FAMILIES, type AddressFamily } from "@/lib/chains/address-family";
import { accountKey } from "@/lib/chains/address-keys";
import { batched } from "@/lib/kernel/batch";
import type { Tx } from "@/lib/kernel/db";
import { invariant } from "@/lib/kernel/errors";
import type { OutflowOrder } from "@/lib/people/guards/outflow";

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * A day's delay: somebody with one stolen confirmation must not make addresses known for later use.
 */
export function knownBefore(now: Date): Date {
  return new Date(now.getTime() - DAY_MS);
}

/**
 * Returns whether the merchant's money reached the destination a day ago or earlier, or the outflow
 * goes back to the payer. A transfer goes to the wallet of the merchant's creator. A memo names a
 * recipient behind the address, who may be different each time.
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

/** Records that the merchant sends to the address; returns whether it is already trusted. */
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

/** Returns trusted addresses of the merchant with the same ends, ignoring letter case. */
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

/** The first of several texts of one account is recorded. */
export const markTrusted = batched(async (tx, addresses: readonly MerchantAddress[]): Promise<null[]> => {
  const rows = addresses.map((one) => ({ ...one, addressKey: accountKey(one.family, one.address) }));
  await tx.$executeRaw`
    INSERT INTO destinations (merchant_id, family, address_key, address, trusted_at)
    SELECT DISTINCT ON (merchant_id, family, address_key) merchant_id, family, address_key, address, now()
    FROM unnest(${rows.map(({ merchantId }) => merchantId)}::uuid[], ${rows.map(({ family }) => family)}::text[],
      ${rows.map(({ addressKey }) => addressKey)}::text[], ${rows.map(({ address }) => address)}::text[])
      WITH ORDINALITY AS meant (merchant_id, family, address_key, address, place)
    ORDER BY merchant_id, family, address_key, place
    ON CONFLICT (merchant_id, family, address_key) DO UPDATE SET trusted_at = now() WHERE destinations.trusted_at IS NULL`;
  return addresses.map(() => null);
});

/**
 * Returns whether the merchant is known to have meant exactly this text of the address before
 * `moment`. Another text of the same account does not count: the payment id in a Monero address
 * names the recipient.
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

export const readFamily = batched(async (tx, networkCodes: readonly string[]): Promise<AddressFamily[]> => {
  const codes = [...new Set(networkCodes)];
  const rows = await tx.network.findMany({ where: { code: { in: codes } }, select: { code: true, family: true } });
  return networkCodes.map((networkCode) => {
    const row = rows.find(({ code }) => code === networkCode);
    const family = ADDRESS_FAMILIES.find((known) => known === row?.family);
    invariant(family, `the network ${networkCode} has a family`);
    return family;
  });
});

/**
 * Marks the address as trusted: a send to it was confirmed, or a user said so. Look-alikes of it
 * are detected from now on. Idempotent.
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
