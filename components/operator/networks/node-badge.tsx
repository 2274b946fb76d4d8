import { CircleCheck, CircleDashed, CircleX, Clock, type LucideIcon } from "lucide-react";
import { Badge, type Tone } from "@/components/ui/badge";
import type { NetworkRowView } from "@/lib/fronts/admin/overview-schema";

const NODE_BADGES: Readonly<Record<NetworkRowView["node"], { label: string; tone: Tone; icon: LucideIcon }>> = {
  ready: { label: "Ready", tone: "good", icon: CircleCheck },
  missing: { label: "No node", tone: "neutral", icon: CircleDashed },
  silent: { label: "Offline", tone: "wrong", icon: CircleX },
  lagging: { label: "Behind", tone: "waiting", icon: Clock },
  stopped: { label: "Stopped", tone: "wrong", icon: CircleX },
};

/** The state of a network's node. */
export function NodeBadge({ node }: { node: NetworkRowView["node"] }) {
  const { label, tone, icon } = NODE_BADGES[node];
  return (
    <Badge tone={tone} icon={icon}>
      {label}
    </Badge>
  );
}
