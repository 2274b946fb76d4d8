import { CircleCheck } from "lucide-react";
import { Card } from "@/components/ui/card";
import { TextLink } from "@/components/ui/text-link";
import type { OperationsView } from "@/lib/fronts/admin/overview-schema";
import { routes } from "@/lib/fronts/paths/routes";

type Waiting = { readonly count: number; readonly one: string; readonly many: string; readonly href: string };

/** Items that only the operator can decide, with links. */
export function AttentionCard({ operations }: { operations: OperationsView }) {
  const { openCases, heldDeposits, openReviews, stoppedNetworks, waitingSends } = operations;
  const waiting: readonly Waiting[] = [
    {
      count: stoppedNetworks,
      one: "kill switch is set",
      many: "kill switches are set",
      href: routes.operatorSends(),
    },
    {
      count: waitingSends,
      one: "send is blocked",
      many: "sends are blocked",
      href: routes.operatorSends({ state: "waiting" }),
    },
    {
      count: openReviews,
      one: "payout or refund to a listed address",
      many: "payouts and refunds to listed addresses",
      href: routes.operatorScreening(),
    },
    {
      count: heldDeposits,
      one: "deposit is held by screening",
      many: "deposits are held by screening",
      href: routes.operatorScreening(),
    },
    {
      count: openCases,
      one: "payment to an unassigned address",
      many: "payments to unassigned addresses",
      href: routes.operatorCases(),
    },
  ].filter(({ count }) => count > 0);
  return (
    <Card title="Needs your decision">
      {waiting.length === 0 ? (
        <p className="flex items-center gap-2.5 text-ink-soft">
          <CircleCheck aria-hidden className="size-5 text-good" />
          Nothing needs your decision.
        </p>
      ) : (
        <ul className="flex flex-col gap-1.5">
          {waiting.map(({ count, one, many, href }) => (
            <li key={one}>
              <TextLink href={href}>
                {count} {count === 1 ? one : many}
              </TextLink>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
