import { priceText } from "@/components/payers/pay/format";
import type { LinkPageView } from "@/lib/fronts/link-page/load-link-page";
import type { Messages } from "@/lib/kernel/locales/messages";
import type { Decimal } from "@/lib/kernel/money/decimal";

/** Formats an amount in the currency of a link. */
export function linkPriceText({ link, isFiat }: LinkPageView, amount: Decimal, messages: Messages): string {
  return priceText({ amount, currency: link.currencyCode, isFiat }, messages);
}
