"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { Inbox as InboxIcon } from "lucide-react";
import { useState } from "react";
import { CaseDecisionDialog, type HowDecided } from "@/components/exceptions/cases/case-decision-dialog";
import { InboxCard } from "@/components/fronts/inbox/inbox-card";
import { DecideButtons } from "@/components/money-out/reviews/decide-buttons";
import { RestrictionNote } from "@/components/people/restrictions/restriction-note";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { FocusKeeper } from "@/components/ui/focus-keeper";
import { PagedList } from "@/components/ui/query-states";
import type { CaseListRow } from "@/lib/exceptions/case-list/dashboard-schema";
import { rpc } from "@/lib/fronts/client/rpc";
import type { InboxRow } from "@/lib/fronts/dashboard/inbox-schema";

/** As other lists. */
const REFRESH_MS = 8_000;
/** A constant, so that its identity is stable. */
const NOTHING: readonly unknown[] = [];

type Deciding = { readonly row: CaseListRow; readonly how: HowDecided };

/** Everything that waits for a decision of the user, the oldest first. */
export function Inbox({ mayDecide }: { mayDecide: boolean }) {
  const query = useInfiniteQuery(rpc.inbox.list.infiniteQueryOptions({}, { refetchInterval: REFRESH_MS }));
  const [deciding, setDeciding] = useState<Deciding | null>(null);
  return (
    <>
      {mayDecide && (
        <div className="mb-4 empty:hidden">
          <RestrictionNote of="outflows" />
        </div>
      )}
      <FocusKeeper rows={query.data?.pages ?? NOTHING} isDeciding={deciding !== null}>
        <PagedList query={query} failure="The inbox could not be loaded" empty={<NothingWaits mayDecide={mayDecide} />}>
          {(rows) => (
            <ul aria-label="Inbox" className="grid grid-cols-1 items-start gap-3 sm:gap-4 xl:grid-cols-2">
              {rows.map((row) => (
                <InboxCard key={`${row.of} ${row.id}`} row={row}>
                  <Decisions row={row} onDecide={setDeciding} />
                </InboxCard>
              ))}
            </ul>
          )}
        </PagedList>
      </FocusKeeper>
      {deciding && <CaseDecisionDialog {...deciding} onClose={() => setDeciding(null)} />}
    </>
  );
}

type DecisionsProps = { readonly row: InboxRow; readonly onDecide: (deciding: Deciding) => void };

/** Opens the dialogs of the pages of their kinds. The usual decision comes first. */
function Decisions({ row, onDecide }: DecisionsProps) {
  if (row.of === "review") return <DecideButtons review={row} kind={row.kind} outflow={row} size="normal" />;
  const choices: readonly (readonly [how: HowDecided, label: string])[] =
    row.of === "case"
      ? [
          ["credit", "Credit…"],
          ["refund", "Refund…"],
        ]
      : [
          ["approve", "Refund…"],
          ["refuse", "Refuse…"],
        ];
  return (
    <div className="flex flex-wrap gap-2">
      {choices.map(([how, label], place) => (
        <Button key={how} variant={place === 0 ? "primary" : "secondary"} onClick={() => onDecide({ row, how })}>
          {label}
        </Button>
      ))}
    </div>
  );
}

function NothingWaits({ mayDecide }: { mayDecide: boolean }) {
  return (
    <Card>
      <EmptyState icon={InboxIcon} title="Nothing is waiting for you">
        {mayDecide
          ? "Unmatched payments, refund requests, and payouts that need a second person appear here."
          : "Owners and managers decide unmatched payments, refund requests and approvals. Your role has read-only access to them."}
      </EmptyState>
    </Card>
  );
}
