"use client";

import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { Send } from "lucide-react";
import { parseAsString, parseAsStringLiteral, useQueryStates } from "nuqs";
import { WAIT_REASON_TEXTS } from "@/components/operator/sends/send-labels";
import { SendTable } from "@/components/operator/sends/send-table";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { FilterTabs } from "@/components/ui/filter-tabs";
import { NoMatches } from "@/components/ui/no-matches";
import { PagedList } from "@/components/ui/query-states";
import { Select } from "@/components/ui/select";
import { SEND_GROUPS, type SendGroup } from "@/lib/fronts/admin/sends-schema";
import { rpc } from "@/lib/fronts/client/rpc";
import { WAIT_REASONS } from "@/lib/sending/sends/send";

const CHOICES: readonly { value: SendGroup | "all"; label: string }[] = [
  { value: "all", label: "All" },
  { value: "waiting", label: "Waiting" },
  { value: "moving", label: "Sending" },
  { value: "done", label: "Confirmed" },
  { value: "failed", label: "Failed" },
];

const REFRESH_MS = 5_000;

export type NetworkChoice = { readonly code: string; readonly name: string };

/** All outgoing transfers of the gateway's addresses. */
export function SendList({ networks }: { networks: readonly NetworkChoice[] }) {
  const [{ network, state, reason }, setFilter] = useQueryStates({
    network: parseAsString,
    state: parseAsStringLiteral(SEND_GROUPS),
    reason: parseAsStringLiteral(WAIT_REASONS),
  });
  const filter = { ...(network && { network }), ...(state && { state }), ...(reason && { reason }) };
  const query = useInfiniteQuery(
    rpc.operator.sends.list.infiniteQueryOptions(filter, {
      refetchInterval: REFRESH_MS,
      placeholderData: keepPreviousData,
    }),
  );
  const isFiltered = Object.keys(filter).length > 0;
  return (
    <>
      <div className="mb-4 flex flex-col gap-3 lg:flex-row lg:items-center lg:justify-between">
        <FilterTabs
          label="Status"
          value={state ?? "all"}
          choices={CHOICES}
          onChange={(value) => void setFilter({ state: value === "all" ? null : value })}
        />
        <div className="grid grid-cols-1 gap-3 sm:grid-cols-2 lg:w-[28rem]">
          <Select
            aria-label="Network"
            value={network ?? ""}
            onChange={(event) => void setFilter({ network: event.target.value || null })}
          >
            <option value="">All networks</option>
            {networks.map(({ code, name }) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </Select>
          <Select
            aria-label="Wait reason"
            value={reason ?? ""}
            onChange={(event) =>
              void setFilter({ reason: WAIT_REASONS.find((known) => known === event.target.value) ?? null })
            }
          >
            <option value="">Any wait reason</option>
            {WAIT_REASONS.map((known) => (
              <option key={known} value={known}>
                {WAIT_REASON_TEXTS[known].short}
              </option>
            ))}
          </Select>
        </div>
      </div>
      <Card isPadded={false}>
        <PagedList
          query={query}
          failure="The sends could not be loaded"
          empty={
            isFiltered ? (
              <NoMatches title="No matching sends" onClear={() => void setFilter(null)}>
                No sends have this status right now.
              </NoMatches>
            ) : (
              <NoSends />
            )
          }
        >
          {(rows) => <SendTable rows={rows} />}
        </PagedList>
      </Card>
    </>
  );
}

function NoSends() {
  return (
    <EmptyState icon={Send} title="No sends yet">
      Payouts, refunds, withdrawals and sweeps appear here as soon as they are created.
    </EmptyState>
  );
}
