"use client";

import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { ScrollText } from "lucide-react";
import { parseAsString, parseAsStringLiteral, useQueryStates } from "nuqs";
import { STATEMENT_COLUMNS } from "@/components/money-out/statements/statement-columns";
import { StatementFilters } from "@/components/money-out/statements/statement-filters";
import { Card } from "@/components/ui/card";
import { classNames } from "@/components/ui/class-names";
import { DataTable } from "@/components/ui/data-table";
import { DownloadLink } from "@/components/ui/download-link";
import { EmptyState } from "@/components/ui/empty-state";
import { Money } from "@/components/ui/money";
import { NoMatches } from "@/components/ui/no-matches";
import { isOfflineWithoutData } from "@/components/ui/offline-state";
import { PagedList } from "@/components/ui/query-states";
import { journalPaths, type StatementChoice, statementExportPath, statementQuery } from "@/lib/fronts/client/files";
import { STATEMENT_GROUPS, type StatementView } from "@/lib/ledger/statements/schema";

/** Every entry of one wallet, newest first, with the balance after each. */
export function Statement({ coin, wallet }: Pick<StatementChoice, "coin" | "wallet">) {
  const [asked, set] = useQueryStates({
    group: parseAsStringLiteral(STATEMENT_GROUPS),
    from: parseAsString,
    to: parseAsString,
  });
  const choice: StatementChoice = { coin, wallet, ...asked };
  const query = useInfiniteQuery({ ...statementQuery(choice), placeholderData: keepPreviousData });
  const sums = query.data?.pages[0];
  const isFiltered = asked.group !== null || asked.from !== null || asked.to !== null;
  return (
    <>
      <StatementFilters choice={choice} onChange={(changes) => void set(changes)} />
      {sums && !isOfflineWithoutData(query) && <Sums sums={sums} choice={choice} isOld={query.isPlaceholderData} />}
      <Card
        isPadded={false}
        title="Entries"
        action={
          <div className="flex flex-wrap gap-2">
            <DownloadLink href={statementExportPath(choice)}>Export CSV</DownloadLink>
            {wallet === "business" && <DownloadLink href={journalPaths.merchant()}>Journal</DownloadLink>}
          </div>
        }
      >
        <PagedList
          query={query}
          failure="The statement could not be loaded"
          empty={
            isFiltered ? (
              <NoMatches title="No matching entries" onClear={() => void set(null)}>
                No entries of this kind in this period.
              </NoMatches>
            ) : (
              <EmptyState icon={ScrollText} title="No entries yet">
                Every payment, payout, refund and transfer of {coin} is listed here.
              </EmptyState>
            )
          }
        >
          {(rows) => (
            <DataTable
              label="Entries"
              columns={STATEMENT_COLUMNS}
              rows={rows.map((row) => ({ ...row, coin }))}
              keyOf={(row) => row.id}
            />
          )}
        </PagedList>
      </Card>
    </>
  );
}

type SumsProps = { readonly sums: StatementView; readonly choice: StatementChoice; readonly isOld: boolean };

/**
 * Opening balance, incoming, outgoing, closing balance. Greyed out while they belong to an earlier
 * filter.
 */
function Sums({ sums, choice, isOld }: SumsProps) {
  const { coin, opening, incoming, outgoing, closing } = sums;
  const items = [
    { term: "Opening balance", amount: opening },
    { term: "Credits", amount: incoming },
    { term: "Debits", amount: outgoing },
    { term: choice.to ? "Closing balance" : "Current balance", amount: closing },
  ];
  return (
    <dl
      aria-busy={isOld || undefined}
      className={classNames(
        "mb-4 grid min-[26rem]:grid-cols-2 gap-x-6 gap-y-4 rounded-card border border-line bg-surface px-4 py-4 shadow-raised sm:px-5 lg:grid-cols-4",
        isOld && "opacity-50",
      )}
    >
      {items.map(({ term, amount }) => (
        <div key={term} className="min-w-0">
          <dt className="text-small text-ink-soft">{term}</dt>
          <dd>
            <Money amount={amount} currency={coin} size="large" mayBreak />
          </dd>
        </div>
      ))}
      {choice.group !== null && (
        <p className="col-span-full text-label text-ink-quiet">
          Totals cover the entries shown; balances cover all entries.
        </p>
      )}
    </dl>
  );
}
