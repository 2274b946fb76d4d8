import { CircleCheck, CircleX, Clock, LoaderCircle, type LucideIcon } from "lucide-react";
import { DecideButtons } from "@/components/money-out/reviews/decide-buttons";
import { outflowEventLabel, WAIT_REASON_TEXTS } from "@/components/money-out/reviews/outflow-labels";
import { ReviewText } from "@/components/money-out/reviews/review-card";
import { Address } from "@/components/ui/address";
import { Badge, type Tone } from "@/components/ui/badge";
import { Moment } from "@/components/ui/moment";
import { Money } from "@/components/ui/money";
import { Timeline } from "@/components/ui/timeline";
import type { RefundRowView } from "@/lib/exceptions/refunds/dashboard-schema";
import type { RefundStatus } from "@/lib/exceptions/refunds/status";

const BADGES: Readonly<Record<RefundStatus, { label: string; tone: Tone; icon: LucideIcon }>> = {
  process: { label: "Processing", tone: "moving", icon: LoaderCircle },
  check: { label: "Pending", tone: "waiting", icon: Clock },
  paid: { label: "Refunded", tone: "good", icon: CircleCheck },
  fail: { label: "Failed", tone: "wrong", icon: CircleX },
};

/** One refund: status, amount and destination, why it waits, who must approve, and its timeline. */
export function RefundItem({ refund }: { refund: RefundRowView }) {
  const { label, tone, icon } = BADGES[refund.status];
  return (
    <li className="flex flex-col gap-2 py-3 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <span className="inline-flex flex-wrap items-baseline gap-x-1.5">
          <Money amount={refund.sentAmount} currency={refund.currency} />
          <span className="text-small text-ink-soft">
            arrives, fee <Money amount={refund.commission} currency={refund.currency} />
          </span>
        </span>
        <Badge tone={tone} icon={icon}>
          {label}
        </Badge>
      </div>
      <Address value={refund.address} what="address" explorerUrl={refund.addressUrl} isShort />
      {refund.transactionId && (
        <Address value={refund.transactionId} what="transaction" explorerUrl={refund.transactionUrl} isShort />
      )}
      <Waiting refund={refund} />
      <p className="text-label text-ink-quiet">
        <Moment at={refund.createdAt} />
        {` · created by ${refund.requestedBy ?? "your shop or a rule"}`}
      </p>
      {refund.events.length > 0 && (
        <details>
          <summary className="cursor-pointer text-small font-medium text-accent">Timeline</summary>
          <div className="pt-3">
            <Timeline
              entries={refund.events.map((event) => ({ id: event.id, at: event.at, ...outflowEventLabel(event) }))}
            />
          </div>
        </details>
      )}
    </li>
  );
}

function Waiting({ refund }: { refund: RefundRowView }) {
  if (refund.status === "fail") {
    return (
      <p className="break-words text-small text-wrong">
        Refund failed; the money was returned{refund.failure ? `: ${refund.failure}` : ""}.
      </p>
    );
  }
  const open = refund.status === "paid" ? [] : refund.reviews.filter(({ decision }) => decision === null);
  if (open.length > 0) {
    return (
      <ul className="flex flex-col gap-3">
        {open.map((review) => (
          <li key={review.id} className="flex flex-col gap-2 rounded-control bg-waiting-soft p-3">
            <ReviewText review={review} />
            <DecideButtons review={review} kind="refund" outflow={refund} />
          </li>
        ))}
      </ul>
    );
  }
  const reason = refund.status === "check" ? refund.send?.waitReason : null;
  if (!reason) return null;
  return (
    <p className="text-small text-ink-soft">
      <span className="font-medium text-ink">{WAIT_REASON_TEXTS[reason].title}.</span>{" "}
      {WAIT_REASON_TEXTS[reason].advice}
    </p>
  );
}
