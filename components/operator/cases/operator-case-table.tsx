import { caseBadge, OPERATOR_CASE_TEXTS } from "@/components/operator/cases/case-labels";
import { Address } from "@/components/ui/address";
import { Badge } from "@/components/ui/badge";
import { DataTable } from "@/components/ui/data-table";
import { Moment } from "@/components/ui/moment";
import { Money } from "@/components/ui/money";
import { RowLink } from "@/components/ui/row-link";
import type { Column } from "@/components/ui/table-column";
import type { OperatorCaseView } from "@/lib/fronts/admin/cases-schema";
import { routes } from "@/lib/fronts/paths/routes";

const COLUMNS: readonly Column<OperatorCaseView>[] = [
  {
    id: "what",
    header: "Case",
    phone: "title",
    cell: (row) => (
      <span className="flex min-w-0 flex-col">
        <RowLink href={routes.operatorCase(row.id)}>{OPERATOR_CASE_TEXTS[row.group].title}</RowLink>
        <span className="break-words text-label text-ink-quiet">
          {row.merchant?.name ?? "No merchant"}
          {row.isAnswered && " · Payer answered"}
        </span>
      </span>
    ),
  },
  {
    id: "state",
    header: "Status",
    phone: "corner",
    cell: (row) => {
      const { label, tone, icon } = caseBadge(row);
      const isEarly = row.status === "open" && !row.isConfirmed;
      return (
        <Badge tone={tone} icon={icon}>
          {isEarly ? "Not confirmed yet" : label}
        </Badge>
      );
    },
  },
  {
    id: "amount",
    header: "Amount",
    align: "end",
    cell: (row) => (
      <Money
        amount={row.amount}
        currency={row.currency}
        fiat={row.usd === null ? null : { amount: row.usd, currency: "USD" }}
        align="end"
        mayBreak
      />
    ),
  },
  { id: "network", header: "Network", cell: (row) => <span className="text-small">{row.networkName}</span> },
  {
    id: "from",
    header: "From",
    isForWide: true,
    cell: (row) =>
      row.fromAddress === null ? (
        <span className="text-small text-ink-soft">Unknown</span>
      ) : (
        <span className="relative">
          <Address value={row.fromAddress} what="address" isShort />
        </span>
      ),
  },
  {
    id: "since",
    header: "Since",
    align: "end",
    cell: (row) => (
      <span className="text-small text-ink-soft">
        <Moment at={row.openedAt} style="relative" />
      </span>
    ),
  },
];

/**
 * One row per deposit that the operator decides about; the decision is made on the case's own page.
 */
export function OperatorCaseTable({ label, rows }: { label: string; rows: readonly OperatorCaseView[] }) {
  return <DataTable label={label} columns={COLUMNS} rows={rows} keyOf={(row) => row.id} />;
}
