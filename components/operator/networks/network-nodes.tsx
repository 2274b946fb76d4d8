import { STATE_BADGES } from "@/components/operator/doctor/state-badges";
import { Badge } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import type { NetworkDetailView } from "@/lib/fronts/admin/networks-schema";

export type NetworkNodesProps = Pick<NetworkDetailView, "nodes" | "code" | "isMisconfigured">;

/**
 * The workers' nodes with their last known state. Shown by host: the rest of a URL may contain a
 * key.
 */
export function NetworkNodes({ nodes, code, isMisconfigured }: NetworkNodesProps) {
  return (
    <Card
      title="Nodes"
      description={`Configured in NODE_URLS_${code.toUpperCase()} of the worker, which checks each node.`}
      isPadded={nodes.length === 0}
    >
      {nodes.length === 0 ? (
        <p className="text-ink-soft">
          {isMisconfigured
            ? "No node: the setting is invalid."
            : "No node configured. Set two from different providers, separated by a comma."}
        </p>
      ) : (
        <ul aria-label="Nodes" className="divide-y divide-line">
          {nodes.map(({ name, state, summary, measured }) => {
            const { label, tone, icon } = STATE_BADGES[state];
            return (
              <li key={name} className="flex items-start justify-between gap-4 px-4 py-3 sm:px-5">
                <div className="min-w-0">
                  <p className="break-all font-medium">{name}</p>
                  <p className="break-words text-small text-ink-soft">
                    {summary}
                    {measured !== null && ` ${measured}`}
                  </p>
                </div>
                <Badge tone={tone} icon={icon}>
                  {label}
                </Badge>
              </li>
            );
          })}
        </ul>
      )}
    </Card>
  );
}
