import { NodeBadge } from "@/components/operator/networks/node-badge";
import { NewestBlock, ReadHeight } from "@/components/operator/networks/read-heights";
import { Card } from "@/components/ui/card";
import { DataTable } from "@/components/ui/data-table";
import { EmptyCell } from "@/components/ui/empty-cell";
import type { Column } from "@/components/ui/table-column";
import type { NetworkRowView } from "@/lib/fronts/admin/overview-schema";

const COLUMNS: readonly Column<NetworkRowView>[] = [
  {
    id: "name",
    header: "Network",
    sortBy: { kind: "text", read: (row) => row.name },
    phone: "title",
    cell: (row) => (
      <span>
        <span className="font-medium">{row.name}</span>
        {row.isSandbox && <span className="ml-2 text-label text-ink-quiet">Sandbox</span>}
        {!row.isEnabled && <span className="ml-2 text-label text-ink-quiet">Off</span>}
      </span>
    ),
  },
  {
    id: "node",
    header: "Node",
    phone: "corner",
    cell: (row) => <NodeBadge node={row.node} />,
  },
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
    cell: (row) => <NewestBlock headAt={row.headAt} />,
  },
  {
    id: "problem",
    header: "Issue",
    cell: (row) =>
      row.problem === null ? (
        <EmptyCell text="none" />
      ) : (
        <span className="text-small text-ink-soft">{row.problem}</span>
      ),
  },
];

/**
 * The networks with a configured node; the others only by name, since nothing can be wrong with
 * them.
 */
export function NetworksCard({ networks }: { networks: readonly NetworkRowView[] }) {
  const rows = networks.filter((network) => network.node !== "missing");
  const others = networks.filter((network) => network.node === "missing").map((network) => network.name);
  return (
    <Card title="Networks" isPadded={false}>
      {rows.length > 0 && <DataTable label="Networks" columns={COLUMNS} rows={rows} keyOf={(row) => row.code} />}
      {others.length > 0 && (
        <p className="border-t border-line px-4 py-3 text-small text-ink-soft sm:px-5">
          Not offered (no node): {others.join(", ")}.
        </p>
      )}
    </Card>
  );
}
