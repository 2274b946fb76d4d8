"use client";

import { useQuery } from "@tanstack/react-query";
import { AddedTokens } from "@/components/operator/networks/added-tokens";
import { NetworkDialog } from "@/components/operator/networks/network-dialogs";
import { NetworkNodes } from "@/components/operator/networks/network-nodes";
import { NodeBadge } from "@/components/operator/networks/node-badge";
import { ServiceTable } from "@/components/operator/networks/service-table";
import { UnknownTokens } from "@/components/operator/networks/unknown-tokens";
import { Badge } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import { type Definition, DefinitionList } from "@/components/ui/definition-list";
import { DialogButton } from "@/components/ui/dialog-button";
import { Moment } from "@/components/ui/moment";
import { Notice } from "@/components/ui/notice";
import { Loaded } from "@/components/ui/query-states";
import { TextLink } from "@/components/ui/text-link";
import type { NetworkDetailView } from "@/lib/fronts/admin/networks-schema";
import { rpc } from "@/lib/fronts/client/rpc";
import { routes } from "@/lib/fronts/paths/routes";
import { groupDigits } from "@/lib/kernel/money/format";

const REFRESH_MS = 5_000;
const TOKENS_REFRESH_MS = 2_000;

/** One network, live: read progress, nodes, and the terms of its coins. */
export function NetworkDetail({ code }: { code: string }) {
  const query = useQuery(rpc.operator.networks.detail.queryOptions({ code }, { refetchInterval: REFRESH_MS }));
  const { data: added } = useQuery(
    rpc.operator.tokens.list.queryOptions({ code }, { refetchInterval: TOKENS_REFRESH_MS }),
  );
  return (
    <Loaded query={query} failure="The network could not be loaded">
      {(network) => (
        <div className="flex flex-col gap-5">
          {network.problem !== null && (network.node !== "missing" || network.isMisconfigured) && (
            <Notice tone="wrong" title="This network has a problem">
              <p className="break-words">{network.problem}</p>
              <TextLink href={routes.operatorDoctor()}>See Doctor for the fix.</TextLink>
            </Notice>
          )}
          <div className="grid items-start gap-5 xl:grid-cols-2">
            <Card
              title="Settings"
              action={
                <DialogButton label="Change…" aria-label={`Change ${network.name}`}>
                  {(close) => <NetworkDialog network={network} onClose={close} />}
                </DialogButton>
              }
            >
              <DefinitionList items={settingsOf(network)} />
            </Card>
            <Card title="Sync">
              <DefinitionList items={readingOf(network)} />
            </Card>
          </div>
          <NetworkNodes {...network} />
          <ServiceTable network={network} />
          {added?.canAdd && <AddedTokens network={network} tokens={added.tokens} />}
          <UnknownTokens network={network} tokens={network.unknownTokens} canAdd={added?.canAdd === true} />
        </div>
      )}
    </Loaded>
  );
}

function settingsOf(network: NetworkDetailView): Definition[] {
  const { isEnabled, confirmations, blockSeconds, family, chainId, lagLimitSeconds } = network;
  return [
    {
      term: "Offered",
      value: isEnabled ? <Badge tone="good">On</Badge> : <Badge>Off</Badge>,
      note: "When off, nothing new is offered; assigned addresses are still monitored.",
    },
    {
      term: "Confirmations",
      value: <span className="tabular-nums">{confirmations}</span>,
      note: `About ${spanText(confirmations * blockSeconds)} at one block every ${spanText(blockSeconds)}.`,
    },
    { term: "Chain", value: chainId === null ? family : `${family}, chain ID ${chainId}` },
    { term: "Considered lagging after", value: `${spanText(lagLimitSeconds)} without a block` },
  ];
}

function spanText(seconds: number): string {
  if (seconds === 1) return "1 second";
  if (seconds < 120) return `${seconds} seconds`;
  return seconds < 7200 ? `${Math.round(seconds / 60)} minutes` : `${+(seconds / 3600).toFixed(1)} hours`;
}

function readingOf({ node, height, headHeight, headAt, lastAnswerAt }: NetworkDetailView): Definition[] {
  if (height === null) return [{ term: "Node", value: <NodeBadge node={node} />, note: "No block synced yet." }];
  return [
    { term: "Node", value: <NodeBadge node={node} /> },
    {
      term: "Synced to block",
      value: (
        <span className="tabular-nums">
          {groupDigits(height)} of {groupDigits(headHeight ?? height)}
        </span>
      ),
    },
    { term: "Newest block", value: headAt === null ? "none" : <Moment at={headAt} style="relative" /> },
    { term: "Last response", value: lastAnswerAt === null ? "none" : <Moment at={lastAnswerAt} style="relative" /> },
  ];
}
