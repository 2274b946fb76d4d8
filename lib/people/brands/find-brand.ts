import { database, type Tx } from "@/lib/kernel/db";
import { type BrandLogo, type BrandView, PLAIN_BRAND } from "@/lib/people/brands/brand-view";

/** The logo's bytes are not selected: pages need only its URL. */
const BRAND = { accent: true, logoHash: true, logoWidth: true, logoHeight: true, embedOrigins: true } as const;

/** Null for a merchant that has chosen nothing. */
export async function selectBrand(tx: Tx, merchantId: string): Promise<BrandView | null> {
  const row = await tx.brand.findUnique({ where: { merchantId }, select: BRAND });
  if (row === null) return null;
  const { accent, embedOrigins, logoHash, logoWidth, logoHeight } = row;
  const hasLogo = logoHash !== null && logoWidth !== null && logoHeight !== null;
  return { accent, embedOrigins, logo: hasLogo ? { hash: logoHash, width: logoWidth, height: logoHeight } : null };
}

/** Returns the bytes of a logo by their hash; null if nobody uses it any more. */
export async function selectLogo(hash: string): Promise<Uint8Array<ArrayBuffer> | null> {
  const row = await database().brand.findFirst({ where: { logoHash: hash }, select: { logo: true } });
  return row?.logo ?? null;
}

export async function saveBrand(
  tx: Tx,
  merchantId: string,
  { accent, embedOrigins }: Pick<BrandView, "accent" | "embedOrigins">,
): Promise<void> {
  const values = { accent, embedOrigins: [...embedOrigins] };
  await tx.brand.upsert({
    where: { merchantId },
    create: { merchantId, ...values },
    update: values,
    select: { merchantId: true },
  });
}

/** Null removes the logo. */
export async function saveLogo(
  tx: Tx,
  merchantId: string,
  logo: (BrandLogo & { readonly bytes: Uint8Array<ArrayBuffer> }) | null,
): Promise<void> {
  const values = {
    logo: logo?.bytes ?? null,
    logoHash: logo?.hash ?? null,
    logoWidth: logo?.width ?? null,
    logoHeight: logo?.height ?? null,
  };
  await tx.brand.upsert({
    where: { merchantId },
    create: { merchantId, ...values },
    update: values,
    select: { merchantId: true },
  });
}

/**
 * Locks the merchant: until the transaction ends nobody else changes its brand. False if there is
 * no such merchant.
 */
export async function lockMerchant(tx: Tx, merchantId: string): Promise<boolean> {
  const rows = await tx.$queryRaw<unknown[]>`SELECT 1 FROM merchants WHERE id = ${merchantId}::uuid FOR NO KEY UPDATE`;
  return rows.length === 1;
}

const HASH = /^[0-9a-f]{64}$/;

/** Returns the WebP picture with this hash; null if no merchant uses it. */
export async function findLogo(hash: string): Promise<Uint8Array<ArrayBuffer> | null> {
  return HASH.test(hash) ? await selectLogo(hash) : null;
}

/** Returns a merchant's brand; the plain brand if it has chosen nothing. */
export async function findBrand(merchantId: string): Promise<BrandView> {
  return (await selectBrand(database(), merchantId)) ?? PLAIN_BRAND;
}
