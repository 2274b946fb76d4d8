import { Circle, CircleCheck } from "lucide-react";
import type { ReactNode } from "react";
import { Card } from "@/components/ui/card";
import { TextLink } from "@/components/ui/text-link";
import type { FirstSteps } from "@/lib/fronts/dashboard/overview-schema";
import { routes } from "@/lib/fronts/paths/routes";
import { isAllowed, type MemberRole } from "@/lib/people/merchants/role";

/** A new shop's steps to its first payout. A step is ticked off once it has really happened. */
export function FirstStepsCard({ steps, role }: { steps: FirstSteps; role: MemberRole }) {
  const done = Object.values(steps).filter(Boolean).length;
  return (
    <Card title="First steps" description={`${done} of 3 done. Steps are checked off automatically.`}>
      <ol className="grid gap-x-6 gap-y-4 md:grid-cols-3">
        <Step
          isDone={steps.hasInvoice}
          title="Create a test invoice"
          action={
            isAllowed(role, "invoice.create") && <TextLink href={routes.newInvoice()}>Create an invoice</TextLink>
          }
        >
          Request a small amount, open the payment page and pay it yourself.
        </Step>
        <Step
          isDone={steps.hasWebhook}
          title="Verify a webhook"
          action={
            isAllowed(role, "webhook.test") && <TextLink href={routes.webhookTest()}>Open the test console</TextLink>
          }
        >
          Send a test event to your server, verify its signature and respond with 200.
        </Step>
        <Step
          isDone={steps.hasPayout}
          title="Send your first payout"
          action={isAllowed(role, "payout.create") && <TextLink href={routes.newPayout()}>New payout</TextLink>}
        >
          Send a small amount from your balance to an address you own.
        </Step>
      </ol>
    </Card>
  );
}

type StepProps = {
  readonly isDone: boolean;
  readonly title: string;
  /** Link to the step; false if the role may not do it. */
  readonly action: ReactNode;
  readonly children: ReactNode;
};

function Step({ isDone, title, action, children }: StepProps) {
  const Icon = isDone ? CircleCheck : Circle;
  return (
    <li className="flex gap-3">
      <Icon aria-hidden className={isDone ? "size-5 shrink-0 text-good" : "size-5 shrink-0 text-ink-quiet"} />
      <div className="min-w-0">
        <p className="font-medium">
          {title}
          {isDone && <span className="text-good"> · done</span>}
        </p>
        {!isDone && (
          <>
            <p className="text-small text-ink-soft">{children}</p>
            {action && <p className="mt-1 text-small">{action}</p>}
          </>
        )}
      </div>
    </li>
  );
}
