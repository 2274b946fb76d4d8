import { CircleCheck, CircleSlash, type LucideIcon, PackageX } from "lucide-react";
import { Badge, type Tone } from "@/components/ui/badge";
import type { LinkGroup } from "@/lib/money-in/payment-links/questions";

const BADGES: Readonly<Record<LinkGroup, { label: string; tone: Tone; icon: LucideIcon }>> = {
  open: { label: "Active", tone: "good", icon: CircleCheck },
  "sold-out": { label: "Sold out", tone: "waiting", icon: PackageX },
  closed: { label: "Closed", tone: "neutral", icon: CircleSlash },
};

export function LinkStateBadge({ state }: { state: LinkGroup }) {
  const { label, tone, icon } = BADGES[state];
  return (
    <Badge tone={tone} icon={icon}>
      {label}
    </Badge>
  );
}
