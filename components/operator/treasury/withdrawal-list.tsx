"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { ArrowUpFromLine } from "lucide-react";
import { useState } from "react";
import { WAIT_REASON_TEXTS } from "@/components/operator/sends/send-labels";
import { CancelWithdrawalDialog } from "@/components/operator/treasury/withdrawal-dialogs";
import { WITHDRAWAL_BADGES, WITHDRAWAL_KIND_LABELS } from "@/components/operator/treasury/withdrawal-labels";
import { Address } from "@/components/ui/address";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { Moment } from "@/components/ui/moment";
import { Money } from "@/components/ui/money";
import { PagedList } from "@/components/ui/query-states";
import { TextLink } from "@/components/ui/text-link";
import type { WithdrawalRowView } from "@/lib/fronts/admin/withdrawals-schema";
import { rpc } from "@/lib/fronts/client/rpc";
import { routes } from "@/lib/fronts/paths/routes";

const REFRESH_MS = 5_000;

/** Withdrawals of earnings and capital, and transfers to cold addresses. */
export function WithdrawalList() {
  const query = useInfiniteQuery(
    rpc.operator.withdrawals.list.infiniteQueryOptions({}, { refetchInterval: REFRESH_MS }),
  );
  const [cancelling, setCancelling] = useState<WithdrawalRowView | null>(null);
  return (
    <Card title="Withdrawals" isPadded={false}>
      <PagedList
        query={query}
        failure="The withdrawals could not be loaded"
        empty={
          <EmptyState icon={ArrowUpFromLine} title="No withdrawals yet">
            Use the button above to withdraw earnings or capital. Cold addresses are filled automatically.
          </EmptyState>
        }
      >
        {(rows) => (
          <ul className="divide-y divide-line">
            {rows.map((row) => (
              <WithdrawalItem key={row.id} row={row} onCancel={() => setCancelling(row)} />
            ))}
          </ul>
        )}
      </PagedList>
      {cancelling && <CancelWithdrawalDialog row={cancelling} onClose={() => setCancelling(null)} />}
    </Card>
  );
}

function WithdrawalItem({ row, onCancel }: { row: WithdrawalRowView; onCancel: () => void }) {
  const { label, tone, icon } = WITHDRAWAL_BADGES[row.status];
  return (
    <li className="flex flex-col gap-3 px-4 py-4 sm:flex-row sm:items-start sm:justify-between sm:px-5">
      <div className="flex min-w-0 flex-col gap-1">
        <span className="flex flex-wrap items-center gap-2">
          <span className="font-medium">{WITHDRAWAL_KIND_LABELS[row.kind]}</span>
          <Badge tone={tone} icon={icon}>
            {label}
          </Badge>
        </span>
        <Address value={row.address} what="address" isShort />
        {row.waitReason && (
          <p className="text-small text-ink-soft">
            {WAIT_REASON_TEXTS[row.waitReason].explanation} {WAIT_REASON_TEXTS[row.waitReason].remedy}
          </p>
        )}
        {row.failure && <p className="text-small text-wrong">{row.failure}</p>}
        {row.memo !== "" && <p className="break-words text-small text-ink-soft">{row.memo}</p>}
        <p className="text-label text-ink-quiet">
          <Moment at={row.createdAt} />
          {row.requestedBy && `, ${row.requestedBy}`}
        </p>
      </div>
      <div className="flex shrink-0 flex-wrap items-center justify-between gap-2 sm:flex-col sm:items-end">
        <span className="inline-flex flex-col sm:items-end">
          <Money amount={row.amount} currency={row.currency} size="large" />
          <span className="text-label text-ink-quiet">on {row.networkName}</span>
        </span>
        {row.sendId && <TextLink href={routes.operatorSend(row.sendId)}>Transaction</TextLink>}
        {row.mayCancel && (
          <Button size="small" onClick={onCancel}>
            Cancel…
          </Button>
        )}
      </div>
    </li>
  );
}
