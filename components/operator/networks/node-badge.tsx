import { CircleCheck, CircleDashed, CircleX, Clock, type LucideIcon } from "lucide-react";
import { Badge, type Tone } from "@/components/ui/badge";
import type { NetworkRowView } from "@/lib/fronts/admin/overview-schema";

const NODE_LOOKS: Readonly<Record<NetworkRowView["node"], { word: string; tone: Tone; icon: LucideIcon }>> = {
  ready: { word: "Ready", tone: "good", icon: CircleCheck },
  missing: { word: "No node", tone: "neutral", icon: CircleDashed },
  silent: { word: "Offline", tone: "wrong", icon: CircleX },
  lagging: { word: "Behind", tone: "waiting", icon: Clock },
  stopped: { word: "Stopped", tone: "wrong", icon: CircleX },
};

/** How a network's node is, in a word. */
export function NodeBadge({ node }: { node: NetworkRowView["node"] }) {
  const { word, tone, icon } = NODE_LOOKS[node];
  return (
    <Badge tone={tone} icon={icon}>
      {word}
    </Badge>
  );
}
