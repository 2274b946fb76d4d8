import { changedFields, recordAudit } from "@/lib/kernel/audit-log/record-audit";
import { withTransaction } from "@/lib/kernel/db";
import { AppError } from "@/lib/kernel/errors";
import { type BrandLogo, PLAIN_BRAND } from "@/lib/people/brands/brand-view";
import { type EncodedLogo, encodeLogo } from "@/lib/people/brands/encode-logo";
import { lockMerchant, saveBrand, saveLogo, selectBrand } from "@/lib/people/brands/find-brand";
import { type BrandChange, brandChange } from "@/lib/people/brands/schema";

type Change = BrandChange & { readonly merchantId: string; readonly actorId: string | null };

/**
 * Changes the accent or the sites that may frame the payment page, effective from the next page
 * load. The audit log records the old and new values.
 * @throws AppError `not_found`; ZodError for what `brandChange` rejects
 */
export async function changeBrand({ merchantId, actorId, ...typed }: Change): Promise<void> {
  const changes = brandChange.parse(typed);
  await withTransaction(async (tx) => {
    if (!(await lockMerchant(tx, merchantId))) throw new AppError("not_found", "Merchant not found.");
    const before = (await selectBrand(tx, merchantId)) ?? PLAIN_BRAND;
    const accent = changes.accent === undefined ? before.accent : changes.accent;
    const embedOrigins = changes.embedOrigins ?? before.embedOrigins;
    await saveBrand(tx, merchantId, { accent, embedOrigins });
    await recordAudit(tx, {
      actorId,
      merchantId,
      action: "brand.change",
      target: merchantId,
      ...changedFields({ accent: before.accent, embedOrigins: before.embedOrigins }, { accent, embedOrigins }),
    });
  });
}

type Owner = { readonly merchantId: string; readonly actorId: string | null };

/**
 * Stores a picture as the merchant's logo, re-encoded by `encodeLogo`.
 * @throws AppError `invalid_request` naming the field `logo`; `not_found`
 */
export async function storeLogo({ file, ...owner }: Owner & { readonly file: Uint8Array }): Promise<BrandLogo> {
  const logo = await encodeLogo(file);
  await replaceLogo(owner, logo);
  return { hash: logo.hash, width: logo.width, height: logo.height };
}

/** Leaves only the name. Does nothing if there is no logo. @throws AppError `not_found` */
export async function removeLogo(owner: Owner): Promise<void> {
  await replaceLogo(owner, null);
}

async function replaceLogo({ merchantId, actorId }: Owner, logo: EncodedLogo | null): Promise<void> {
  await withTransaction(async (tx) => {
    if (!(await lockMerchant(tx, merchantId))) throw new AppError("not_found", "Merchant not found.");
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
