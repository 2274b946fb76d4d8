import { PLAIN_BRAND } from "@/lib/brands/brand-view";
import { lockMerchant, saveBrand, selectBrand } from "@/lib/brands/repo";
import { type BrandChange, brandChange } from "@/lib/brands/schema";
import { withTransaction } from "@/lib/db";
import { AppError } from "@/lib/errors";
import { recordAudit } from "@/lib/merchants/audit-repo";
import { changedFields } from "@/lib/merchants/changed-fields";

type Change = BrandChange & { readonly merchantId: string; readonly actorId: string | null };

/**
 * Changes the accent or the sites that may frame the payment page, from the next page on. The audit log keeps what was and what is.
 * @throws AppError `not_found`; ZodError for what `brandChange` refuses
 */
export async function changeBrand({ merchantId, actorId, ...typed }: Change): Promise<void> {
  const changes = brandChange.parse(typed);
  await withTransaction(async (tx) => {
    if (!(await lockMerchant(tx, merchantId))) throw new AppError("not_found", "There is no such merchant.");
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
