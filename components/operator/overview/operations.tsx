"use client";

import { useQuery } from "@tanstack/react-query";
import { AttentionCard } from "@/components/operator/overview/attention-card";
import { IssuesCard } from "@/components/operator/overview/issues-card";
import { NetworksCard } from "@/components/operator/overview/networks-card";
import { WorkersCard } from "@/components/operator/overview/workers-card";
import { Loaded } from "@/components/ui/query-states";
import { rpc } from "@/lib/fronts/client/rpc";

const REFRESH_MS = 5_000;

/** State of the installation, live. */
export function Operations() {
  const query = useQuery(rpc.operator.overview.queryOptions(undefined, { refetchInterval: REFRESH_MS }));
  return (
    <Loaded query={query} failure="The overview could not be loaded">
      {(operations) => (
        <div className="flex flex-col gap-5">
          <AttentionCard operations={operations} />
          <IssuesCard alarms={operations.alarms} />
          <NetworksCard networks={operations.networks} />
          <WorkersCard workers={operations.workers} pools={operations.pools} />
        </div>
      )}
    </Loaded>
  );
}
