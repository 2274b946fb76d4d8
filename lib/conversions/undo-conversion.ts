import type { Conversion } from "@/lib/conversions/conversion";
import { closeConversion } from "@/lib/conversions/repo";
import { tellShortfall } from "@/lib/conversions/treasury-shortfall";
import type { Tx } from "@/lib/db";
import { conversionGains, merchantWallet, receivable, treasury, treasuryShortfall } from "@/lib/ledger/account";
import { leg, postEntry } from "@/lib/ledger/post-entry";
import { lockBalance } from "@/lib/ledger/repo";
import { Decimal, ZERO } from "@/lib/money/decimal";

/**
 * Swaps a converted credit back at its own amounts, before the credit itself is taken back. The merchant's USDT returns as far as the
 * wallet reaches, the rest is owed; the gateway's fee returns with it. The coin comes out of the treasury as far as it is there; what
 * is missing is booked as the treasury's shortfall, which the next conversions of that coin fill, and the operator is told.
 */
export async function undoConversion(
  tx: Tx,
  group: { readonly reference: string; readonly groupId: string },
  conversion: Conversion,
): Promise<void> {
  const { merchantId, fromCode, fromAmount, toCode, toAmount, fee } = conversion;
  const [coins, given] = [merchantWallet(merchantId, fromCode), merchantWallet(merchantId, toCode)];
  const returned = Decimal.min(await lockBalance(tx, given), toAmount);
  const held = Decimal.min(await lockBalance(tx, treasury(fromCode)), fromAmount);
  const missing = fromAmount.minus(held);
  await postEntry(tx, {
    kind: "conversion.auto-reverse",
    ...group,
    legs: [
      ...leg(given, treasury(toCode), returned),
      ...leg(receivable(merchantId, toCode), treasury(toCode), toAmount.minus(returned)),
      ...leg(conversionGains(toCode), treasury(toCode), fee),
      ...leg(treasury(fromCode), coins, held),
      ...leg(treasuryShortfall(fromCode), coins, missing),
    ],
  });
  await closeConversion(tx, "auto", group.reference);
  if (missing.gt(ZERO)) await tellShortfall(tx, "A conversion", missing, fromCode);
}
