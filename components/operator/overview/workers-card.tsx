import { CircleCheck, CircleX } from "lucide-react";
import { Badge } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import { Moment } from "@/components/ui/moment";
import { Notice } from "@/components/ui/notice";
import type { OperationsView, WorkerRowView } from "@/lib/fronts/admin/overview-schema";
import { WORKER_ROLES } from "@/lib/kernel/worker-roles";

export type WorkersCardProps = { readonly workers: readonly WorkerRowView[]; readonly pools: OperationsView["pools"] };

/** The processes that watch, credit and send, and their address pools. */
export function WorkersCard({ workers, pools }: WorkersCardProps) {
  const hasWorker = workers.some((worker) => worker.isAlive);
  return (
    <Card title="Workers">
      {!hasWorker && (
        <Notice tone="wrong" title="No worker is running">
          Nothing is monitored, credited or sent until you start one: npm run worker.
        </Notice>
      )}
      <ul className="divide-y divide-line">
        {workers.map((worker) => (
          <li key={worker.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2.5">
            <span>
              <span className="font-medium">{worker.host}</span>{" "}
              <span className="text-small text-ink-quiet">
                process {worker.pid}
                {worker.roles.length < WORKER_ROLES.length && `: ${worker.roles.join(", ")}`}
              </span>
            </span>
            <span className="flex items-center gap-3 text-small text-ink-soft">
              <span>
                last heartbeat <Moment at={worker.lastSeenAt} style="relative" />
              </span>
              <Badge tone={worker.isAlive ? "good" : "wrong"} icon={worker.isAlive ? CircleCheck : CircleX}>
                {worker.isAlive ? "Running" : "Stopped"}
              </Badge>
            </span>
          </li>
        ))}
      </ul>
      <p className="mt-3 border-t border-line pt-3 text-small text-ink-soft">
        {pools.length === 0
          ? "No addresses available."
          : `Available addresses: ${pools.map((pool) => `${pool.waiting} ${pool.family}`).join(", ")}.`}
      </p>
    </Card>
  );
}
