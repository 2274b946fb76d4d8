import { Ban, CircleCheck } from "lucide-react";
import { Badge } from "@/components/ui/badge";

export type BlockBadgesProps = { readonly arePaymentsBlocked: boolean; readonly arePayoutsBlocked: boolean };

/** Badges for the blocks of a merchant. */
export function BlockBadges({ arePaymentsBlocked, arePayoutsBlocked }: BlockBadgesProps) {
  if (arePaymentsBlocked && arePayoutsBlocked)
    return (
      <Badge tone="wrong" icon={Ban}>
        All blocked
      </Badge>
    );
  if (arePaymentsBlocked)
    return (
      <Badge tone="wrong" icon={Ban}>
        Payments blocked
      </Badge>
    );
  if (arePayoutsBlocked)
    return (
      <Badge tone="wrong" icon={Ban}>
        Payouts blocked
      </Badge>
    );
  return (
    <Badge tone="good" icon={CircleCheck}>
      Open
    </Badge>
  );
}
