"use client";

import { useQuery } from "@tanstack/react-query";
import { caseText, STATUS_BADGES } from "@/components/exceptions/cases/case-labels";
import { RefundItem } from "@/components/exceptions/refunds/refund-item";
import { Address } from "@/components/ui/address";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Moment } from "@/components/ui/moment";
import { Money } from "@/components/ui/money";
import { TextLink } from "@/components/ui/text-link";
import type { CaseRowView } from "@/lib/exceptions/case-list/dashboard-schema";
import { rpc } from "@/lib/fronts/client/rpc";
import { routes } from "@/lib/fronts/paths/routes";

const REFRESH_MS = 5_000;

export type CaseItemProps = {
  readonly row: CaseRowView;
  /** Omitted if the user lacks the permission. */
  readonly onCredit?: () => void;
  readonly onRefund?: () => void;
};

/** One payment that no rule may credit automatically, with its decision. */
export function CaseItem({ row, onCredit, onRefund }: CaseItemProps) {
  const { title, explanation } = caseText(row);
  const status = STATUS_BADGES[row.status];
  const isRefunded = row.status === "refunding" || row.status === "refunded";
  return (
    <li className="flex flex-col gap-3 px-4 py-4 sm:flex-row sm:items-start sm:justify-between sm:px-5">
      <div className="flex min-w-0 flex-col gap-1">
        <div className="flex flex-wrap items-center gap-2">
          <span className="font-medium">{title}</span>
          <Badge tone={status.tone} icon={status.icon}>
            {row.status === "open" ? waitsFor(row) : status.label}
          </Badge>
        </div>
        <p className="text-small text-ink-soft">
          {explanation}{" "}
          {row.invoiceId && <TextLink href={routes.invoice(row.invoiceId)}>{row.orderId ?? "Invoice"}</TextLink>}
          {row.walletId && <TextLink href={routes.wallet(row.walletId)}>{row.orderId ?? "Static wallet"}</TextLink>}
        </p>
        <Address value={row.transactionId} what="transaction" explorerUrl={row.transactionUrl} isShort />
        <p className="break-words text-label text-ink-quiet">
          <Moment at={row.openedAt} />
          {row.resolution && ` · ${row.resolution}`}
        </p>
        {isRefunded && <CaseRefunds caseId={row.id} />}
      </div>
      <div className="flex flex-wrap items-center justify-between gap-3 sm:flex-col sm:items-end">
        <span className="inline-flex flex-col sm:items-end">
          <Money amount={row.amount} currency={row.currency} size="large" />
          <span className="text-label text-ink-quiet">on {row.networkName}</span>
        </span>
        {row.status === "open" && row.kind !== "locked" && row.holdReason !== "token" && (
          <Decisions row={row} {...(onCredit && { onCredit })} {...(onRefund && { onRefund })} />
        )}
      </div>
    </li>
  );
}

function waitsFor({ kind, holdReason }: CaseRowView): string {
  if (kind === "locked") return "Awaiting operator";
  return holdReason === "token" ? "Held" : STATUS_BADGES.open.label;
}

function Decisions({ row, onCredit, onRefund }: CaseItemProps) {
  if (!onCredit && !onRefund) return null;
  if (!row.isConfirmed) return <span className="text-small text-ink-soft">Not confirmed yet</span>;
  return (
    <div className="flex gap-2">
      {onRefund && (
        <Button size="small" onClick={onRefund}>
          Refund…
        </Button>
      )}
      {onCredit && (
        <Button size="small" onClick={onCredit}>
          Credit…
        </Button>
      )}
    </div>
  );
}

function CaseRefunds({ caseId }: { caseId: string }) {
  const { data } = useQuery(rpc.refunds.case.list.queryOptions({ id: caseId }, { refetchInterval: REFRESH_MS }));
  if (data === undefined || data.refunds.length === 0) return null;
  return (
    <ul aria-label="Refunds" className="mt-2 divide-y divide-line rounded-control bg-sunken p-3">
      {data.refunds.map((refund) => (
        <RefundItem key={refund.id} refund={refund} />
      ))}
    </ul>
  );
}
