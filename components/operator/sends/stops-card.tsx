"use client";

import { useQuery } from "@tanstack/react-query";
import { CircleCheck, OctagonX } from "lucide-react";
import { useState } from "react";
import { NonceStop } from "@/components/operator/sends/nonce-stop";
import { ResumeDialog, StopDialog } from "@/components/operator/sends/stop-dialogs";
import { StopNotice } from "@/components/operator/sends/stop-notice";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Loaded } from "@/components/ui/query-states";
import { EVERYWHERE, type NetworkStopView, type StopsView, type StopView } from "@/lib/fronts/admin/stops-schema";
import { rpc } from "@/lib/fronts/client/rpc";

const REFRESH_MS = 5_000;

type OpenDialog = {
  readonly act: "stop" | "resume";
  readonly scope: string;
  readonly where: string;
  readonly waiting: number;
};
type Ask = (asked: OpenDialog) => void;

/** The kill switches of each network, and of all networks. */
export function StopsCard() {
  const query = useQuery(rpc.operator.stops.list.queryOptions(undefined, { refetchInterval: REFRESH_MS }));
  const [asked, setAsked] = useState<OpenDialog | null>(null);
  const close = () => setAsked(null);
  return (
    <Loaded query={query} failure="The kill switches could not be loaded">
      {(stops) => (
        <Card title="Kill switch" action={<Everywhere stops={stops} onAsk={setAsked} />} isPadded={false}>
          {stops.everywhere.map((stop) => (
            <div key={stop.kind} className="px-4 pb-4 sm:px-5">
              <StopNotice stop={stop} where="on every network" />
            </div>
          ))}
          <ul className="grid gap-px overflow-hidden rounded-b-card border-t border-line bg-line lg:grid-cols-2">
            {stops.networks.map((network) => (
              <NetworkItem key={network.code} network={network} onAsk={setAsked} />
            ))}
          </ul>
          {asked?.act === "stop" && <StopDialog scope={asked.scope} where={asked.where} onClose={close} />}
          {asked?.act === "resume" && <ResumeDialog {...asked} onClose={close} />}
        </Card>
      )}
    </Loaded>
  );
}

/** People release these; a nonce mismatch is resolved separately, and a restore ends by itself. */
const isForPerson = (stop: StopView) => stop.kind !== "nonce" && stop.kind !== "restore";

function Everywhere({ stops, onAsk }: { stops: StopsView; onAsk: Ask }) {
  const waiting = stops.networks.reduce((sum, network) => sum + network.waiting, 0);
  const asked = { scope: EVERYWHERE, where: "on every network", waiting };
  return stops.everywhere.some(isForPerson) ? (
    <Button size="small" variant="primary" onClick={() => onAsk({ ...asked, act: "resume" })}>
      Resume everywhere…
    </Button>
  ) : (
    <Button size="small" variant="danger" onClick={() => onAsk({ ...asked, act: "stop" })}>
      Stop everywhere…
    </Button>
  );
}

function NetworkItem({ network, onAsk }: { network: NetworkStopView; onAsk: Ask }) {
  const { code, name, stops, waiting, moving } = network;
  const asked = { scope: code, where: `on ${name}`, waiting };
  const isStopped = stops.length > 0;
  return (
    <li className="flex flex-col gap-3 bg-surface px-4 py-2.5 sm:px-5 lg:last:odd:col-span-2" data-network={code}>
      <div className="flex items-center justify-between gap-4">
        <span className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
          <span className="font-medium">{name}</span>
          <Badge tone={isStopped ? "wrong" : "good"} icon={isStopped ? OctagonX : CircleCheck}>
            {isStopped ? "Stopped" : "Running"}
          </Badge>
          {waiting + moving > 0 && (
            <span className="text-small text-ink-soft">
              {waiting} waiting, {moving} sending
            </span>
          )}
        </span>
        {stops.some(isForPerson) ? (
          <Button size="small" onClick={() => onAsk({ ...asked, act: "resume" })} aria-label={`Resume ${name}`}>
            Resume…
          </Button>
        ) : (
          <Button size="small" onClick={() => onAsk({ ...asked, act: "stop" })} aria-label={`Stop ${name}`}>
            Stop…
          </Button>
        )}
      </div>
      {stops.map((stop) =>
        stop.kind === "nonce" ? (
          <NonceStop key={`nonce:${stop.address}`} stop={stop} network={network} />
        ) : (
          <StopNotice key={stop.kind} stop={stop} where={`on ${name}`} />
        ),
      )}
    </li>
  );
}
