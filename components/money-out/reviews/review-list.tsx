"use client";

import { useQuery } from "@tanstack/react-query";
import { CircleCheck } from "lucide-react";
import { DecideButtons } from "@/components/money-out/reviews/decide-buttons";
import { ReviewText } from "@/components/money-out/reviews/review-card";
import { Address } from "@/components/ui/address";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { Money } from "@/components/ui/money";
import { Loaded } from "@/components/ui/query-states";
import { TextLink } from "@/components/ui/text-link";
import { rpc } from "@/lib/fronts/client/rpc";
import { routes } from "@/lib/fronts/paths/routes";
import type { ReviewRowView } from "@/lib/money-out/payouts/dashboard-reviews-schema";

/** Payouts and refunds that await approval. */
export function ReviewList() {
  const query = useQuery(rpc.reviews.open.queryOptions());
  return (
    <Card isPadded={false}>
      <Loaded query={query} failure="The decisions could not be loaded">
        {({ items }) =>
          items.length === 0 ? (
            <NothingWaits />
          ) : (
            <ul aria-label="Awaiting approval" className="divide-y divide-line">
              {items.map((row) => (
                <ReviewItem key={row.id} row={row} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Card>
  );
}

function ReviewItem({ row }: { row: ReviewRowView }) {
  return (
    <li className="flex flex-col gap-3 px-4 py-4 sm:flex-row-reverse sm:items-start sm:justify-between sm:px-5">
      <div className="flex min-w-0 flex-col gap-1 sm:max-w-[40%] sm:items-end sm:text-right">
        <Money amount={row.sentAmount} currency={row.currency} size="large" />
        <span className="text-label text-ink-quiet">on {row.networkName}</span>
        <span className="break-all">
          <SubjectLink row={row} />
        </span>
      </div>
      <div className="flex min-w-0 flex-1 flex-col gap-2">
        <ReviewText review={row} />
        <Address value={row.address} what="address" isShort />
        <DecideButtons review={row} kind={row.kind} outflow={row} />
      </div>
    </li>
  );
}

function SubjectLink({ row }: { row: ReviewRowView }) {
  if (row.kind === "payout") return <TextLink href={routes.payout(row.subjectId)}>{row.orderId ?? "Payout"}</TextLink>;
  if (row.invoiceId) return <TextLink href={routes.invoice(row.invoiceId)}>Refund of {row.orderId}</TextLink>;
  if (row.walletId) return <TextLink href={routes.wallet(row.walletId)}>Refund of {row.orderId}</TextLink>;
  return <TextLink href={routes.cases()}>Refund of a case</TextLink>;
}

function NothingWaits() {
  return (
    <EmptyState icon={CircleCheck} title="No pending decisions">
      Payouts and refunds that require approval, or that go to a look-alike address, appear here.
    </EmptyState>
  );
}
