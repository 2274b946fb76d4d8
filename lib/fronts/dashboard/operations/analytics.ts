import { readPayments } from "@/lib/fronts/analytics/read-payments";
import { readVolume } from "@/lib/fronts/analytics/read-volume";
import { analyticsQuery, paymentsView, volumeView } from "@/lib/fronts/analytics/schema";
import { member } from "@/lib/fronts/dashboard/gates";
import { operation, router } from "@/lib/fronts/dashboard/procedure";

/** The merchant's figures in a range of days. */
export const analytics = router({
  volume: operation(member("merchant.read"))
    .input(analyticsQuery)
    .output(volumeView)
    .query(({ ctx: { member, now }, input }) => readVolume(member.merchantId, input, now)),

  payments: operation(member("merchant.read"))
    .input(analyticsQuery)
    .output(paymentsView)
    .query(({ ctx: { member, now }, input }) => readPayments(member.merchantId, input, now)),
});
