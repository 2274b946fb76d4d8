import { Ban, CircleCheck, FileQuestion, Hand, Lock, Send, Webhook } from "lucide-react";
import { AttentionItem } from "@/components/fronts/overview/attention-item";
import { Card } from "@/components/ui/card";
import type { OperationsView } from "@/lib/fronts/admin/overview-schema";
import { routes } from "@/lib/fronts/paths/routes";

/** Work that waits for the operator, with links. Issues have a card of their own. */
export function AttentionCard({ operations }: { operations: OperationsView }) {
  const { openCases, heldDeposits, openReviews, stoppedNetworks, waitingSends, failedWebhooks } = operations;
  const counts = [openCases, heldDeposits, openReviews, stoppedNetworks, waitingSends, failedWebhooks];
  return (
    <Card title="Pending work">
      {counts.every((count) => count === 0) ? (
        <p className="flex items-center gap-2.5 text-ink-soft">
          <CircleCheck aria-hidden className="size-5 text-good" />
          Nothing is waiting for you.
        </p>
      ) : (
        <ul className="-mx-2 grid gap-1 lg:grid-cols-2">
          <AttentionItem icon={Hand} href={routes.operatorSends()} count={stoppedNetworks}>
            {stoppedNetworks === 1 ? "kill switch is set" : "kill switches are set"}
          </AttentionItem>
          <AttentionItem icon={Send} href={routes.operatorSends({ state: "waiting" })} count={waitingSends}>
            {waitingSends === 1 ? "send is blocked" : "sends are blocked"}
          </AttentionItem>
          <AttentionItem icon={Ban} href={routes.operatorScreening()} count={openReviews}>
            {openReviews === 1 ? "payout or refund to a listed address" : "payouts and refunds to listed addresses"}
          </AttentionItem>
          <AttentionItem icon={Lock} href={routes.operatorScreening()} count={heldDeposits}>
            {heldDeposits === 1 ? "deposit is held by screening" : "deposits are held by screening"}
          </AttentionItem>
          <AttentionItem icon={FileQuestion} href={routes.operatorCases()} count={openCases}>
            {openCases === 1 ? "payment to an unassigned address" : "payments to unassigned addresses"}
          </AttentionItem>
          <AttentionItem icon={Webhook} href={routes.operatorWebhooks()} count={failedWebhooks}>
            {failedWebhooks === 1 ? "webhook has failed" : "webhooks have failed"}
          </AttentionItem>
        </ul>
      )}
    </Card>
  );
}
