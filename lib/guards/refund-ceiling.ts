import type { Tx } from "@/lib/db";
import { AppError } from "@/lib/errors";
import { dollars } from "@/lib/guards/dollars";
import { isPaymentKeyReplaced, sumOthersSince } from "@/lib/guards/limits-repo";
import type { OutflowOrder } from "@/lib/guards/outflow";
import type { Decimal } from "@/lib/money/decimal";

const DAY_MS = 24 * 60 * 60 * 1000;
const RESTS =
  "The payment key was replaced within the last 24 hours and refunds only to addresses that paid until they are over";
const OTHER_WAYS = "Use the payout key, or refund on the pages";

/**
 * The payment key lies on every web server of a shop. What it refunds goes back to who paid; to other addresses it refunds so much within 24
 * hours (null: any sum), and for 24 hours after it was replaced nothing: whoever replaced it may not be who should have. The payout key and the pages,
 * where somebody is signed in, are not held by this. Asked under the lock of the merchant's outflows.
 * @throws AppError `refused`, naming the limit; `unavailable` while nobody knows what the refund is worth
 */
export async function assertBelowCeiling(
  tx: Tx,
  order: OutflowOrder,
  { valueUsd, ceilingUsd, now }: { valueUsd: Decimal | null; ceilingUsd: Decimal | null; now: Date },
): Promise<void> {
  const since = new Date(now.getTime() - DAY_MS);
  if (await isPaymentKeyReplaced(tx, order.merchantId, since)) throw new AppError("refused", `${RESTS}. ${OTHER_WAYS}`);
  if (ceilingUsd === null) return;
  const words = `The payment key refunds at most ${dollars(ceilingUsd)} USD within 24 hours to addresses that did not pay`;
  if (valueUsd === null) {
    throw new AppError(
      "unavailable",
      `${words}, which cannot be checked: there is no current exchange rate for ${order.currency}`,
    );
  }
  const left = await sumOthersSince(tx, order, since, { isElsewhere: true });
  if (left.plus(valueUsd).gt(ceilingUsd)) throw new AppError("refused", `${words}. ${OTHER_WAYS}`);
}
