"use client";

import { useQuery } from "@tanstack/react-query";
import { BatchActions } from "@/components/money-out/payout-batches/batch-actions";
import { counted, countsText } from "@/components/money-out/payout-batches/batch-labels";
import { BatchRows } from "@/components/money-out/payout-batches/batch-rows";
import { BatchStatusBadge } from "@/components/money-out/payout-batches/batch-status-badge";
import { CheckCard } from "@/components/money-out/payout-batches/check-card";
import { SubmitBatch } from "@/components/money-out/payout-batches/submit-batch";
import { Card } from "@/components/ui/card";
import { type Definition, DefinitionList } from "@/components/ui/definition-list";
import { DownloadLink } from "@/components/ui/download-link";
import { Moment } from "@/components/ui/moment";
import { Money } from "@/components/ui/money";
import { Notice } from "@/components/ui/notice";
import { PageHeader } from "@/components/ui/page-header";
import { Loaded } from "@/components/ui/query-states";
import { batchPaths } from "@/lib/fronts/client/files";
import { rpc } from "@/lib/fronts/client/rpc";
import { routes } from "@/lib/fronts/paths/routes";
import { moneyText } from "@/lib/kernel/money/format";
import type { BatchDetailView } from "@/lib/money-out/payout-batches/schema";

/** While rows are being submitted the batch changes every second; otherwise rarely. */
const MOVING_REFRESH_MS = 2_000;
const STILL_REFRESH_MS = 30_000;

/** One payout file: its effect before it is confirmed, its progress afterwards. */
export function BatchDetail({ id, mayPayOut }: { id: string; mayPayOut: boolean }) {
  const query = useQuery(
    rpc.payoutBatches.detail.queryOptions(
      { id },
      { refetchInterval: ({ state }) => (state.data?.isMoving === false ? STILL_REFRESH_MS : MOVING_REFRESH_MS) },
    ),
  );
  return (
    <Loaded query={query} failure="The batch could not be loaded">
      {(batch) => (
        <>
          <PageHeader
            back={{ href: routes.payoutBatches(), label: "Batch payouts" }}
            title={batch.fileName}
            badge={<BatchStatusBadge status={batch.status} />}
            actions={<DownloadLink href={batchPaths.export(id)}>Export CSV</DownloadLink>}
          />
          <div className="flex flex-col gap-5">
            {batch.status === "checked" ? (
              <NotSubmitted batch={batch} mayPayOut={mayPayOut} />
            ) : (
              <Progress batch={batch} mayPayOut={mayPayOut} />
            )}
            <BatchRows batch={batch} />
          </div>
        </>
      )}
    </Loaded>
  );
}

type BatchProps = { readonly batch: BatchDetailView; readonly mayPayOut: boolean };

function NotSubmitted({ batch, mayPayOut }: BatchProps) {
  if (!mayPayOut || !batch.isYours)
    return (
      <Notice tone="waiting" title="Not submitted yet">
        {batch.uploadedBy} uploaded this batch and must submit it. Nothing has been deducted from the balance.
      </Notice>
    );
  return <OwnCheck batch={batch} />;
}

function OwnCheck({ batch }: { batch: BatchDetailView }) {
  const query = useQuery(
    // Never cached: balances and fees change.
    rpc.payoutBatches.check.queryOptions({ id: batch.id }, { staleTime: 0, gcTime: 0 }),
  );
  return (
    <Loaded query={query} failure="The file could not be checked">
      {(check) => (
        <>
          <CheckCard check={check} />
          <div className="flex flex-wrap gap-2">
            {check.problemCount === 0 && <SubmitBatch check={{ ...check, id: batch.id }} />}
            <BatchActions batch={batch} mayPayOut />
          </div>
        </>
      )}
    </Loaded>
  );
}

function Progress({ batch, mayPayOut }: BatchProps) {
  const { counts } = batch;
  const decided = counts.rows - counts.open;
  const items: Definition[] = [
    {
      term: "Rows",
      value: (
        <span role="status" className="tabular-nums">
          {batch.status === "submitted" ? `${decided} of ${counts.rows} processed` : countsText(counts)}
        </span>
      ),
      ...(batch.status === "submitted" && { note: countsText(counts) }),
    },
    ...batch.debits.map(
      ({ currency, amount, returned }): Definition => ({
        term: `From your ${currency} balance`,
        value: <Money amount={amount} currency={currency} size="large" />,
        ...(/[1-9]/.test(returned) && { note: `${moneyText(returned, currency)} was returned` }),
      }),
    ),
    {
      term: "Submitted",
      value: batch.submittedAt ? <Moment at={batch.submittedAt} /> : "never",
      note: `by ${batch.uploadedBy}`,
    },
  ];
  return (
    <Card title="Progress">
      <div className="flex flex-col gap-4">
        {batch.status === "submitted" && (
          <progress
            aria-label="Rows processed"
            max={counts.rows}
            value={decided}
            className="h-2 w-full overflow-hidden rounded-full accent-accent"
          />
        )}
        <DefinitionList items={items} />
        {counts.refused > 0 && (
          <Notice tone="wrong" title={`${counted(counts.refused, "row")} refused`}>
            The reason is shown next to each row. Fix these rows and upload them in a new file.
          </Notice>
        )}
        <BatchActions batch={batch} mayPayOut={mayPayOut} />
      </div>
    </Card>
  );
}
