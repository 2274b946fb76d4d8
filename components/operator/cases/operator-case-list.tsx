"use client";

import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { LifeBuoy } from "lucide-react";
import { debounce, parseAsString, parseAsStringLiteral, useQueryStates } from "nuqs";
import { OperatorCaseTable } from "@/components/operator/cases/operator-case-table";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { FilterTabs } from "@/components/ui/filter-tabs";
import { NoMatches } from "@/components/ui/no-matches";
import { PagedList } from "@/components/ui/query-states";
import { SearchField } from "@/components/ui/search-field";
import { Select } from "@/components/ui/select";
import { OPERATOR_CASE_GROUPS } from "@/lib/fronts/admin/cases-schema";
import { rpc } from "@/lib/fronts/client/rpc";

const REFRESH_MS = 10_000;
const SEARCH_PAUSE_MS = 300;
/** Cases whose payer has submitted answers that nobody has read yet. */
const EVIDENCE = ["answered"] as const;
const STATES = ["open", "closed"] as const;
const STATE_CHOICES = [
  { value: "open", label: "Open" },
  { value: "closed", label: "Decided" },
] as const;

/** Deposits that the operator decides about, filtered by the group, state and search in the URL. */
export function OperatorCaseList() {
  const [{ group, evidence, status, q }, setFilter] = useQueryStates({
    group: parseAsStringLiteral(OPERATOR_CASE_GROUPS),
    evidence: parseAsStringLiteral(EVIDENCE),
    status: parseAsStringLiteral(STATES).withDefault("open"),
    q: parseAsString.withDefault(""),
  });
  const text = q.trim();
  const filter = { status, ...(group && { group }), ...(evidence && { evidence }), ...(text !== "" && { q: text }) };
  const query = useInfiniteQuery(
    rpc.operator.cases.list.infiniteQueryOptions(filter, {
      refetchInterval: REFRESH_MS,
      placeholderData: keepPreviousData,
    }),
  );
  const searchFor = (typed: string) =>
    void setFilter({ q: typed || null }, { limitUrlUpdates: debounce(SEARCH_PAUSE_MS) });
  return (
    <>
      <div className="mb-4 flex flex-col gap-3 lg:flex-row lg:items-center lg:justify-between">
        <FilterTabs
          label="Status"
          value={status}
          choices={STATE_CHOICES}
          onChange={(value) => void setFilter({ status: value })}
        />
        <div className="grid grid-cols-1 gap-3 sm:grid-cols-2 lg:w-[34rem]">
          <Select
            aria-label="Reason"
            value={evidence ?? group ?? ""}
            onChange={({ target: { value } }) =>
              void setFilter({
                group: OPERATOR_CASE_GROUPS.find((known) => known === value) ?? null,
                evidence: EVIDENCE.find((known) => known === value) ?? null,
              })
            }
          >
            <option value="">Any reason</option>
            <option value="unowned">Unassigned address</option>
            <option value="locked">Held by screening</option>
            <option value="answered">Held, payer answered</option>
          </Select>
          <SearchField label="Search cases" placeholder="Transaction, address or ID" value={q} onChange={searchFor} />
        </div>
      </div>
      <Card isPadded={false}>
        <PagedList
          query={query}
          failure="The cases could not be loaded"
          empty={
            text !== "" || group !== null || evidence !== null ? (
              <NoMatches
                title="No matching cases"
                onClear={() => void setFilter({ group: null, evidence: null, q: null })}
              >
                Enter the full transaction, address or ID.
              </NoMatches>
            ) : (
              <NoCases status={status} />
            )
          }
        >
          {(rows) => <OperatorCaseTable label="Cases" rows={rows} />}
        </PagedList>
      </Card>
    </>
  );
}

function NoCases({ status }: { status: (typeof STATES)[number] }) {
  return (
    <EmptyState icon={LifeBuoy} title={status === "open" ? "No open cases" : "No decided cases yet"}>
      Payments to unassigned addresses and payments held by screening appear here.
    </EmptyState>
  );
}
