import { WAIT_REASON_TEXTS } from "@/components/money-out/reviews/outflow-labels";
import { Notice } from "@/components/ui/notice";
import type { PayoutDetailView } from "@/lib/money-out/payouts/dashboard-schema";
import { isMerchantsDoing } from "@/lib/sending/sends/send";

/** Why the payout is not paid yet or has failed, and what to do about it. */
export function PayoutNotice({ payout }: { payout: PayoutDetailView }) {
  const notice = noticeOf(payout);
  return notice && <div className="mb-5">{notice}</div>;
}

function noticeOf({ status, isFinal, isCancellable, failure, reviews, send }: PayoutDetailView) {
  if (status === "cancel") {
    return (
      <Notice tone="neutral" title="Cancelled">
        Nothing was sent. The money was returned to your balance{failure ? ` (${failure})` : ""}.
      </Notice>
    );
  }
  if (status === "fail" || status === "system_fail") {
    return (
      <Notice tone="wrong" title="Payout failed">
        The money was returned to your balance{failure ? ` (${failure})` : ""}.
      </Notice>
    );
  }
  if (isFinal) return null;
  // The approvals card right below explains these.
  if (reviews.some(({ decision }) => decision === null) || !send?.waitReason) return null;
  // If the merchant caused the wait, the text says when to cancel.
  const { title, advice } = WAIT_REASON_TEXTS[send.waitReason];
  return (
    <Notice tone="waiting" title={title}>
      {advice}
      {isCancellable && !isMerchantsDoing(send.waitReason) && " Until then you can cancel it."}
    </Notice>
  );
}
