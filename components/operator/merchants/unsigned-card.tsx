"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { CircleCheck } from "lucide-react";
import { counted } from "@/components/money-out/payout-batches/batch-labels";
import { CancelUnsignedDialog, type GivenUp } from "@/components/operator/merchants/cancel-unsigned-dialog";
import { WAIT_REASON_TEXTS } from "@/components/operator/sends/send-labels";
import { Address } from "@/components/ui/address";
import { Card } from "@/components/ui/card";
import { DialogButton } from "@/components/ui/dialog-button";
import { EmptyState } from "@/components/ui/empty-state";
import { Moment } from "@/components/ui/moment";
import { Money } from "@/components/ui/money";
import { PagedList } from "@/components/ui/query-states";
import type { UnsignedBatchView, UnsignedPayoutView } from "@/lib/fronts/admin/unsigned-schema";
import { rpc } from "@/lib/fronts/client/rpc";

const REFRESH_MS = 5_000;

/** A merchant's orders that can still be cancelled: payout files and payouts. */
export function UnsignedCard({ merchantId }: { merchantId: string }) {
  const query = useInfiniteQuery(
    rpc.operator.unsigned.list.infiniteQueryOptions({ id: merchantId }, { refetchInterval: REFRESH_MS }),
  );
  const batches = query.data?.pages[0]?.batches ?? [];
  return (
    <Card
      title="Unsigned payouts"
      description="Nothing is signed while payouts are blocked. Cancelled payouts return to the merchant's balance."
      isPadded={false}
    >
      {batches.length > 0 && (
        <ul aria-label="Batch payouts" className="divide-y divide-line border-line border-b">
          {batches.map((batch) => (
            <BatchItem key={batch.id} batch={batch} />
          ))}
        </ul>
      )}
      <PagedList
        query={query}
        failure="Unsigned payouts could not be loaded"
        empty={
          <EmptyState icon={CircleCheck} title="No unsigned payouts">
            All payouts of this merchant are signed or finished.
          </EmptyState>
        }
      >
        {(rows) => (
          <ul aria-label="Payouts" className="divide-y divide-line">
            {rows.map((row) => (
              <PayoutItem key={row.id} row={row} />
            ))}
          </ul>
        )}
      </PagedList>
    </Card>
  );
}

const ITEM = "flex flex-col gap-3 px-4 py-4 sm:flex-row sm:items-start sm:justify-between sm:px-5";

function BatchItem({
  batch: { id, fileName, requestedBy, submittedAt, openRows, unsignedPayouts },
}: {
  batch: UnsignedBatchView;
}) {
  const parts = [
    ...(unsignedPayouts > 0 ? [`${counted(unsignedPayouts, "payout")} not signed`] : []),
    ...(openRows > 0 ? [`${counted(openRows, "row")} not processed yet`] : []),
  ];
  return (
    <li className={ITEM}>
      <div className="flex min-w-0 flex-col gap-1">
        <span className="wrap-anywhere font-medium">{fileName}</span>
        <p className="text-small text-ink-soft">{parts.join(", ")}</p>
        <p className="text-label text-ink-quiet">
          {requestedBy}, <Moment at={submittedAt} />
        </p>
      </div>
      <CancelUnsignedButton given={{ kind: "file", id, name: fileName }} />
    </li>
  );
}

function PayoutItem({ row }: { row: UnsignedPayoutView }) {
  const { id, orderId, amount, currency, networkName, address, waits, fileName, createdAt } = row;
  return (
    <li className={ITEM}>
      <div className="flex min-w-0 flex-col gap-1">
        <span>
          <Money amount={amount} currency={currency} />{" "}
          <span className="text-small text-ink-soft">on {networkName}</span>
        </span>
        <Address value={address} what="address" isShort />
        <p className="text-small text-ink-soft">{waitText(waits)}</p>
        <p className="wrap-anywhere text-label text-ink-quiet">
          {orderId}
          {fileName && `, from ${fileName}`}, <Moment at={createdAt} />
        </p>
      </div>
      <CancelUnsignedButton given={{ kind: "payout", id, name: orderId }} />
    </li>
  );
}

function CancelUnsignedButton({ given }: { given: GivenUp }) {
  return (
    <DialogButton label="Cancel…" aria-label={`Cancel ${given.name}`}>
      {(close) => <CancelUnsignedDialog given={given} onClose={close} />}
    </DialogButton>
  );
}

function waitText(waits: UnsignedPayoutView["waits"]): string {
  if (waits === null) return "About to be signed.";
  return waits === "decision" ? "Waiting for a decision." : `${WAIT_REASON_TEXTS[waits].short}.`;
}
