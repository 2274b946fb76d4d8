import { CircleCheck, Clock, Fuel, LifeBuoy, Send, Undo2, UserCheck, Webhook } from "lucide-react";
import { AttentionItem } from "@/components/fronts/overview/attention-item";
import { Card } from "@/components/ui/card";
import type { AttentionView } from "@/lib/fronts/dashboard/overview-schema";
import { routes } from "@/lib/fronts/paths/routes";

/** Items that need a decision, each with a direct link. */
export function MerchantAttentionCard({ attention }: { attention: AttentionView }) {
  const { lateCases, otherCases, openRefundRequests, failedWebhooks, openReviews, waitingPayouts, lowGas } = attention;
  const isEmpty = Object.values(attention).every((count) => count === 0);
  return (
    <Card title="Needs attention">
      {isEmpty ? (
        <p className="flex items-start gap-2.5 py-2 text-ink-soft">
          <CircleCheck aria-hidden className="size-5 shrink-0 text-good" />
          Nothing needs your attention. All payments are matched and all webhooks are delivered.
        </p>
      ) : (
        <ul className="-mx-2 flex flex-col gap-1">
          <AttentionItem icon={Clock} href={routes.cases()} count={lateCases}>
            {lateCases === 1 ? "late payment awaits" : "late payments await"} your decision
          </AttentionItem>
          <AttentionItem icon={LifeBuoy} href={routes.cases()} count={otherCases}>
            {otherCases === 1 ? "other deposit awaits" : "other deposits await"} a decision
          </AttentionItem>
          <AttentionItem icon={Undo2} href={routes.cases()} count={openRefundRequests}>
            {openRefundRequests === 1 ? "payer requests" : "payers request"} a refund
          </AttentionItem>
          <AttentionItem icon={UserCheck} href={routes.payouts({ tab: "reviews" })} count={openReviews}>
            {openReviews === 1 ? "payout or refund awaits approval" : "payouts or refunds await approval"}
          </AttentionItem>
          <AttentionItem icon={Send} href={routes.payouts({ status: "waiting" })} count={waitingPayouts}>
            {waitingPayouts === 1 ? "payout is waiting" : "payouts are waiting"}
          </AttentionItem>
          <AttentionItem icon={Webhook} href={routes.webhooks({ state: "failed" })} count={failedWebhooks}>
            {failedWebhooks === 1 ? "webhook has" : "webhooks have"} failed
          </AttentionItem>
          <AttentionItem icon={Fuel} href={routes.operatorWallets()} count={lowGas}>
            {lowGas === 1 ? "network is" : "networks are"} running low on gas
          </AttentionItem>
        </ul>
      )}
    </Card>
  );
}
