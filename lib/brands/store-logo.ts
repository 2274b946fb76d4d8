import { type BrandLogo, PLAIN_BRAND } from "@/lib/brands/brand-view";
import { type EncodedLogo, encodeLogo } from "@/lib/brands/encode-logo";
import { lockMerchant, saveLogo, selectBrand } from "@/lib/brands/repo";
import { withTransaction } from "@/lib/db";
import { AppError } from "@/lib/errors";
import { recordAudit } from "@/lib/merchants/audit-repo";
import { changedFields } from "@/lib/merchants/changed-fields";

type Owner = { readonly merchantId: string; readonly actorId: string | null };

/**
 * Takes a picture as the merchant's logo, in our own encoding (`encodeLogo`).
 * @throws AppError `invalid_request` naming the field `logo`; `not_found`
 */
export async function storeLogo({ file, ...owner }: Owner & { readonly file: Uint8Array }): Promise<BrandLogo> {
  const logo = await encodeLogo(file);
  await replaceLogo(owner, logo);
  return { hash: logo.hash, width: logo.width, height: logo.height };
}

/** Leaves the name alone. Without a logo it does nothing. @throws AppError `not_found` */
export async function removeLogo(owner: Owner): Promise<void> {
  await replaceLogo(owner, null);
}

async function replaceLogo({ merchantId, actorId }: Owner, logo: EncodedLogo | null): Promise<void> {
  await withTransaction(async (tx) => {
    if (!(await lockMerchant(tx, merchantId))) throw new AppError("not_found", "There is no such merchant.");
    const { logo: before } = (await selectBrand(tx, merchantId)) ?? PLAIN_BRAND;
    if (logo === null && before === null) return;
    await saveLogo(tx, merchantId, logo && { ...logo, bytes: new Uint8Array(logo.bytes) });
    await recordAudit(tx, {
      actorId,
      merchantId,
      action: logo === null ? "brand.remove-logo" : "brand.change-logo",
      target: merchantId,
      ...changedFields({ logo: before?.hash ?? null }, { logo: logo?.hash ?? null }),
    });
  });
}
