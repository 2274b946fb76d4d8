import { openWorld } from "@/app/v1/conformance/testing/world";
import { database } from "@/lib/kernel/db";
import { fillTreasury } from "@/lib/money-in/credits/testing/credit-rig";
import { fundCapital, minutesFromNow } from "@/lib/money-in/invoices/testing/gateway-rig";
import { openScreening } from "@/lib/money-in/questionnaires/testing/held-rig";
import { fundHot } from "@/lib/money-out/payouts/testing/payout-rig";

const ADDRESSES = 400;

/** Opens a gateway with fixed prices, capital for conversions and payouts, and a screening list. */
export async function openRecordedGateway(): Promise<void> {
  await openWorld(ADDRESSES);
  const later = minutesFromNow(60);
  await database().chainCursor.updateMany({ data: { headTime: later, lastAnswerAt: later } });
  for (const currency of ["USDT", "ETH", "BTC"]) {
    await fundCapital(currency, "2000000");
    await fillTreasury(currency, "1000000");
  }
  await fundHot("bsc", "USDT", "100000");
  await openScreening();
}
