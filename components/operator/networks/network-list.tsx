"use client";

import { useQuery } from "@tanstack/react-query";
import { NodeBadge } from "@/components/operator/networks/node-badge";
import { NewestBlock, ReadHeight } from "@/components/operator/networks/read-heights";
import { Badge } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import { DataTable } from "@/components/ui/data-table";
import { Loaded } from "@/components/ui/query-states";
import { RowLink } from "@/components/ui/row-link";
import type { Column } from "@/components/ui/table-column";
import type { NetworkListRow } from "@/lib/fronts/admin/networks-schema";
import { rpc } from "@/lib/fronts/client/rpc";
import { routes } from "@/lib/fronts/paths/routes";

const REFRESH_MS = 5_000;

const COLUMNS: readonly Column<NetworkListRow>[] = [
  {
    id: "name",
    header: "Network",
    sortBy: { kind: "text", read: (row) => row.name },
    phone: "title",
    cell: (row) => (
      <span className="flex flex-wrap items-center gap-x-2">
        <RowLink href={routes.operatorNetwork(row.code)}>{row.name}</RowLink>
        {row.isSandbox && <span className="text-label text-ink-quiet">Sandbox</span>}
        {!row.isEnabled && <Badge>Off</Badge>}
      </span>
    ),
  },
  { id: "node", header: "Node", phone: "corner", cell: (row) => <NodeBadge node={row.node} /> },
  {
    id: "height",
    header: "Synced to block",
    align: "end",
    cell: (row) => <ReadHeight height={row.height} headHeight={row.headHeight} />,
  },
  {
    id: "head",
    header: "Newest block",
    sortBy: { kind: "moment", read: (row) => row.headAt },
    align: "end",
    isForWide: true,
    cell: (row) => <NewestBlock headAt={row.headAt} />,
  },
  {
    id: "confirmations",
    header: "Confirmations",
    sortBy: { kind: "number", read: (row) => row.confirmations },
    align: "end",
    cell: (row) => <span className="tabular-nums">{row.confirmations}</span>,
  },
  {
    id: "coins",
    header: "Coins offered",
    sortBy: { kind: "number", read: (row) => row.offeredCount },
    align: "end",
    cell: (row) => (
      <span className="tabular-nums">
        {row.offeredCount} of {row.coinCount}
      </span>
    ),
  },
];

/** Every network of the catalog, those with a node first. */
export function NetworkList() {
  const query = useQuery(rpc.operator.networks.list.queryOptions(undefined, { refetchInterval: REFRESH_MS }));
  return (
    <Loaded query={query} failure="The networks could not be loaded">
      {(rows) => (
        <Card isPadded={false}>
          <DataTable label="Networks" columns={COLUMNS} rows={rows} keyOf={(row) => row.code} />
        </Card>
      )}
    </Loaded>
  );
}
