import { feeMoney } from "@/components/operator/sends/network-fee";
import { PURPOSE_LABELS } from "@/components/operator/sends/send-labels";
import { SendStatus } from "@/components/operator/sends/send-status";
import { Address } from "@/components/ui/address";
import { DataTable } from "@/components/ui/data-table";
import { EmptyCell } from "@/components/ui/empty-cell";
import { Moment } from "@/components/ui/moment";
import { Money } from "@/components/ui/money";
import { RowLink } from "@/components/ui/row-link";
import type { Column } from "@/components/ui/table-column";
import type { SendRowView } from "@/lib/fronts/admin/sends-schema";
import { routes } from "@/lib/fronts/paths/routes";

const COLUMNS: readonly Column<SendRowView>[] = [
  {
    id: "what",
    header: "Send",
    phone: "title",
    cell: (row) => (
      <span className="flex flex-col">
        <RowLink href={routes.operatorSend(row.id)}>{PURPOSE_LABELS[row.purpose]}</RowLink>
        <span className="text-label text-ink-quiet">{row.networkName}</span>
      </span>
    ),
  },
  { id: "status", header: "Status", phone: "corner", cell: (row) => <SendStatus send={row} /> },
  {
    id: "amount",
    header: "Amount",
    align: "end",
    cell: (row) => <Money amount={row.amount} currency={row.currency} align="end" mayBreak />,
  },
  {
    id: "to",
    header: "To",
    cell: (row) => (
      <span className="relative">
        <Address value={row.toAddress} what="address" isShort />
      </span>
    ),
  },
  {
    id: "transaction",
    header: "Nonce",
    align: "end",
    isForWide: true,
    cell: ({ transaction }) => <Transaction transaction={transaction} />,
  },
  {
    id: "fee",
    header: "Network fee",
    align: "end",
    isForWide: true,
    cell: ({ transaction }) =>
      transaction?.feePaid ? (
        <Money
          {...feeMoney({
            amount: transaction.feePaid,
            currency: transaction.feeCurrency,
            align: "end",
            carried: transaction.carried,
          })}
        />
      ) : (
        <EmptyCell />
      ),
  },
  {
    id: "since",
    header: "Since",
    align: "end",
    cell: (row) => (
      <span className="text-small text-ink-soft">
        <Moment at={row.waitingSince ?? row.createdAt} style="relative" />
      </span>
    ),
  },
];

/** Sends, each linked to its transaction. */
export function SendTable({ rows }: { rows: readonly SendRowView[] }) {
  return <DataTable label="Sends" columns={COLUMNS} rows={rows} keyOf={(row) => row.id} />;
}

function Transaction({ transaction }: Pick<SendRowView, "transaction">) {
  const nonce = transaction?.nonce ?? null;
  const version = transaction !== null && transaction.version > 1 ? `version ${transaction.version}` : null;
  if (nonce === null && version === null) return <EmptyCell />;
  return (
    <span className="whitespace-nowrap tabular-nums">
      {nonce}
      {version !== null && (
        <span className="text-label text-ink-quiet">
          {nonce !== null && ", "}
          {version}
        </span>
      )}
    </span>
  );
}
