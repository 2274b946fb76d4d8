"use client";

import { useQuery } from "@tanstack/react-query";
import { Moment } from "@/components/ui/moment";
import { Notice } from "@/components/ui/notice";
import { rpc } from "@/lib/fronts/client/rpc";

const REFRESH_MS = 5_000;

/** Endpoints that currently fail to accept their webhooks. Renders nothing if there are none. */
export function FailingEndpoints() {
  const { data } = useQuery(rpc.webhooks.failing.queryOptions(undefined, { refetchInterval: REFRESH_MS }));
  if (!data || data.items.length === 0) return null;
  return (
    <div className="mb-4">
      <Notice tone="waiting" title={data.items.length === 1 ? "An endpoint is failing" : "Endpoints are failing"}>
        <ul className="flex flex-col gap-1.5">
          {data.items.map((endpoint) => (
            <li key={endpoint.host}>
              <span className="font-medium break-all">{endpoint.host}</span>: {endpoint.lastAnswer ?? "no response"}.
              Since <Moment at={endpoint.since} />, {endpoint.waiting}{" "}
              {endpoint.waiting === 1 ? "event pending" : "events pending"}, next attempt{" "}
              <Moment at={endpoint.nextAttemptAt} style="relative" />.
            </li>
          ))}
        </ul>
      </Notice>
    </div>
  );
}
