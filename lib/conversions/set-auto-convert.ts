import { loadCatalog } from "@/lib/catalog/queries";
import { CONVERTED_TO } from "@/lib/conversions/conversion";
import { deleteAutoConvert, insertAutoConvert } from "@/lib/conversions/repo";
import { withTransaction } from "@/lib/db";
import { AppError } from "@/lib/errors";
import { recordAudit } from "@/lib/merchants/audit-repo";

export type AutoConvertChange = { readonly currency: string; readonly isOn: boolean };

/**
 * Says whether a merchant's credits in a coin are converted to USDT from now on. What was credited before stays as it is. Only a real
 * change is written to the audit trail.
 * @throws AppError `refused` for USDT itself, for fiat and for what is not in the catalog
 */
export async function setAutoConvert(
  who: { readonly merchantId: string; readonly userId: string },
  { currency, isOn }: AutoConvertChange,
): Promise<void> {
  const coin = (await loadCatalog()).currency(currency);
  if (coin?.kind !== "crypto" || coin.code === CONVERTED_TO)
    throw new AppError("refused", `${currency} cannot be converted`);
  await withTransaction(async (tx) => {
    const write = isOn ? insertAutoConvert : deleteAutoConvert;
    if (!(await write(tx, who.merchantId, coin.code))) return;
    await recordAudit(tx, {
      actorId: who.userId,
      merchantId: who.merchantId,
      action: "auto-convert.change",
      target: coin.code,
      detail: { currency: coin.code, isOn },
      before: { isOn: !isOn },
      after: { isOn },
    });
  });
}
