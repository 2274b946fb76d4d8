import { z } from "zod";
import { recordAudit } from "@/lib/kernel/audit-log/record-audit";
import { database, withTransaction } from "@/lib/kernel/db";
import { env } from "@/lib/kernel/env";
import { refusal } from "@/lib/kernel/refusals";
import { CONVERTED_TO } from "@/lib/money-in/conversions/conversion";
import { deleteAutoConvert, insertAutoConvert } from "@/lib/money-in/conversions/repo";
import { selectAutoConverts } from "@/lib/people/merchants/merchants-repo";
import { loadCatalog } from "@/lib/pricing/catalog/queries";

export type AutoConvertChange = { readonly currency: string; readonly isOn: boolean };

/**
 * Sets whether a merchant's credits in a coin are converted to USDT from now on. Earlier credits
 * are not affected. Only an actual change is written to the audit trail.
 * @throws AppError `refused` for USDT itself, for fiat and for codes that are not in the catalog
 */
export async function setAutoConvert(
  who: { readonly merchantId: string; readonly userId: string },
  { currency, isOn }: AutoConvertChange,
): Promise<void> {
  const coin = (await loadCatalog()).currency(currency);
  if (coin?.kind !== "crypto" || coin.code === CONVERTED_TO) throw refusal("not_convertible", { currency });
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

/**
 * Lists every convertible coin, in catalog order, and whether the merchant has its conversion on.
 */
export async function getAutoConverts(merchantId: string): Promise<AutoConvertView> {
  const [catalog, on] = await Promise.all([loadCatalog(), selectAutoConverts(database(), merchantId)]);
  const coins = catalog
    .currencies()
    .filter(({ kind, code }) => kind === "crypto" && code !== CONVERTED_TO)
    .map(({ code, name }) => ({ currency: code, name, isOn: on.includes(code) }));
  return { toCurrency: CONVERTED_TO, spreadPercent: env().CONVERSION_SPREAD_PERCENT, coins };
}

/** Turns the conversion of one coin on or off. */
export const autoConvertInput = z.object({ currency: z.string().regex(/^[A-Z0-9]{1,16}$/), isOn: z.boolean() });
export type AutoConvertInput = z.output<typeof autoConvertInput>;

const autoConvertView = z.object({
  toCurrency: z.string(),
  /** The gateway's share of a conversion, in percent. */
  spreadPercent: z.string(),
  coins: z.array(z.object({ currency: z.string(), name: z.string(), isOn: z.boolean() })),
});
export type AutoConvertView = z.output<typeof autoConvertView>;
