"use client";

import { useQuery } from "@tanstack/react-query";
import { CircleCheck } from "lucide-react";
import { Address } from "@/components/ui/address";
import { Card } from "@/components/ui/card";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { DialogButton } from "@/components/ui/dialog-button";
import { EmptyState } from "@/components/ui/empty-state";
import { Moment } from "@/components/ui/moment";
import { Money } from "@/components/ui/money";
import { Loaded } from "@/components/ui/query-states";
import type { ReversalView } from "@/lib/fronts/admin/reversals-schema";
import { rpc } from "@/lib/fronts/client/rpc";
import { moneyText } from "@/lib/kernel/money/format";

const REFRESH_MS = 5_000;

/**
 * Booked payments that disappeared from their chain without proof by two nodes that they are gone.
 */
export function ReversalList() {
  const query = useQuery(rpc.operator.reversals.list.queryOptions(undefined, { refetchInterval: REFRESH_MS }));
  return (
    <Card isPadded={false}>
      <Loaded query={query} failure="The reversals could not be loaded">
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState icon={CircleCheck} title="Nothing needs your decision">
              Booked payments lost in a reorganisation are reversed automatically when two nodes confirm it.
            </EmptyState>
          ) : (
            <ul aria-label="Pending reversals" className="divide-y divide-line">
              {rows.map((row) => (
                <ReversalItem key={row.id} reversal={row} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Card>
  );
}

function ReversalItem({ reversal }: { reversal: ReversalView }) {
  const { id, networkName, transactionId, transactionUrl, amount, currency, merchantName, vanishedAt } = reversal;
  return (
    <li className="flex flex-col gap-3 px-4 py-4 sm:flex-row sm:items-start sm:justify-between sm:px-5">
      <div className="flex min-w-0 flex-col gap-1">
        <span className="font-medium">{merchantName ?? "No merchant"}</span>
        <Address value={transactionId} what="transaction" explorerUrl={transactionUrl} />
        <p className="text-label text-ink-quiet">
          left {networkName} <Moment at={vanishedAt} />
        </p>
      </div>
      <div className="flex flex-col gap-2 sm:items-end">
        <Money amount={amount} currency={currency} size="large" />
        <DialogButton label="Reverse credit…" variant="danger" aria-label={`Reverse ${moneyText(amount, currency)}`}>
          {(close) => (
            <ConfirmDialog
              title={`Reverse ${moneyText(amount, currency)}?`}
              description={`Check the transaction on an explorer first. The credit is reversed; anything ${merchantName ?? "its owner"} has already spent becomes a debt. If the transaction is included again, it is credited again.`}
              act="Reverse credit"
              tone="danger"
              send={() => rpc.operator.reversals.approve.mutate({ id, vanishedAt })}
              done="Credit reversed."
              onClose={close}
            />
          )}
        </DialogButton>
      </div>
    </li>
  );
}
