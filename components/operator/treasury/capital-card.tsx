"use client";

import { useQuery } from "@tanstack/react-query";
import { Card } from "@/components/ui/card";
import { DataTable } from "@/components/ui/data-table";
import { EmptyCell } from "@/components/ui/empty-cell";
import { Money } from "@/components/ui/money";
import { Loaded } from "@/components/ui/query-states";
import type { Column } from "@/components/ui/table-column";
import type { CapitalRowView } from "@/lib/fronts/admin/capital-schema";
import { rpc } from "@/lib/fronts/client/rpc";

const REFRESH_MS = 5_000;

type Figure = Exclude<keyof CapitalRowView, "currency">;

const isZero = (amount: string) => !/[1-9]/.test(amount);

function figure(id: Figure, header: string): Column<CapitalRowView> & { readonly id: Figure } {
  return {
    id,
    header,
    align: "end",
    cell: (row) =>
      isZero(row[id]) ? <EmptyCell /> : <Money amount={row[id]} currency={row.currency} align="end" mayBreak />,
  };
}

const CURRENCY: Column<CapitalRowView> = {
  id: "currency",
  header: "Currency",
  phone: "title",
  cell: (row) => <span className="font-medium">{row.currency}</span>,
};

/** Shown even if zero; other accounts only if some currency has them. */
const OWN_ALWAYS = ["capital", "treasury", "feesEarned"];

const OWN = [
  figure("capital", "Capital"),
  figure("treasury", "Treasury"),
  figure("feesEarned", "Fees earned"),
  figure("networkCosts", "Network costs"),
  figure("conversionGains", "Conversion gains"),
  figure("receivables", "Receivables"),
] as const;

const COVER = [
  CURRENCY,
  figure("held", "Held on chain"),
  figure("owed", "Owed to merchants and users"),
  figure("shortfall", "Treasury shortfall"),
] as const;

function ownColumns(rows: readonly CapitalRowView[]): readonly Column<CapitalRowView>[] {
  const told = OWN.filter(({ id }) => OWN_ALWAYS.includes(id) || rows.some((row) => !isZero(row[id])));
  return [CURRENCY, ...told];
}

/** The gateway's own funds, and whether its holdings cover its liabilities. */
export function CapitalCard() {
  const query = useQuery(rpc.operator.capital.sums.queryOptions(undefined, { refetchInterval: REFRESH_MS }));
  return (
    <Loaded query={query} failure="The books could not be loaded">
      {(rows) =>
        rows.length === 0 ? (
          <Card title="Own funds">
            <p className="text-ink-soft">The books are empty. Fund a hot wallet to begin.</p>
          </Card>
        ) : (
          <div className="flex flex-col gap-5">
            <Card
              title="Own funds"
              description="Capital is what you funded and have not reserved; the treasury is reserved for conversions."
              isPadded={false}
            >
              <DataTable label="Own funds" columns={ownColumns(rows)} rows={rows} keyOf={(row) => row.currency} />
            </Card>
            <Card title="Coverage" isPadded={false}>
              <DataTable label="Coverage" columns={COVER} rows={rows} keyOf={(row) => row.currency} />
            </Card>
          </div>
        )
      }
    </Loaded>
  );
}
