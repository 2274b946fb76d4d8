import { CircleCheck, Clock, Fuel, LifeBuoy, type LucideIcon, Send, Undo2, UserCheck, Webhook } from "lucide-react";
import type { ReactNode } from "react";
import { Card } from "@/components/ui/card";
import { RowLink } from "@/components/ui/row-link";
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
          <Hand icon={Clock} href={routes.cases()} count={lateCases}>
            {lateCases === 1 ? "late payment awaits" : "late payments await"} your decision
          </Hand>
          <Hand icon={LifeBuoy} href={routes.cases()} count={otherCases}>
            {otherCases === 1 ? "other deposit awaits" : "other deposits await"} a decision
          </Hand>
          <Hand icon={Undo2} href={routes.cases()} count={openRefundRequests}>
            {openRefundRequests === 1 ? "payer requests" : "payers request"} a refund
          </Hand>
          <Hand icon={UserCheck} href={routes.payouts({ tab: "reviews" })} count={openReviews}>
            {openReviews === 1 ? "payout or refund awaits approval" : "payouts or refunds await approval"}
          </Hand>
          <Hand icon={Send} href={routes.payouts({ status: "waiting" })} count={waitingPayouts}>
            {waitingPayouts === 1 ? "payout is waiting" : "payouts are waiting"}
          </Hand>
          <Hand icon={Webhook} href={routes.webhooks({ state: "failed" })} count={failedWebhooks}>
            {failedWebhooks === 1 ? "webhook has" : "webhooks have"} failed
          </Hand>
          <Hand icon={Fuel} href={routes.operatorWallets()} count={lowGas}>
            {lowGas === 1 ? "network is" : "networks are"} running low on gas
          </Hand>
        </ul>
      )}
    </Card>
  );
}

type HandProps = {
  readonly icon: LucideIcon;
  readonly href: string;
  readonly count: number;
  readonly children: ReactNode;
};

/** Renders nothing if the count is zero. */
function Hand({ icon: Icon, href, count, children }: HandProps) {
  if (count === 0) return null;
  return (
    <li className="relative flex items-center gap-3 rounded-control px-2 py-2 hover:bg-sunken">
      <span className="grid size-9 shrink-0 place-items-center rounded-full bg-waiting-soft text-waiting">
        <Icon aria-hidden className="size-4.5" />
      </span>
      <span className="min-w-0">
        <RowLink href={href}>
          {count} {children}
        </RowLink>
      </span>
    </li>
  );
}
