"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { parseAsStringLiteral, useQueryState } from "nuqs";
import { ChangeNote } from "@/components/fronts/analytics/change-note";
import { BigNumber, Figure } from "@/components/fronts/analytics/figure";
import { MetricCardsSkeleton } from "@/components/fronts/analytics/figures-skeleton";
import { beforeLabel, RANGE_LABELS } from "@/components/fronts/analytics/metric-labels";
import { FilterTabs } from "@/components/ui/filter-tabs";
import { Money } from "@/components/ui/money";
import { Loaded } from "@/components/ui/query-states";
import { useTimeZone } from "@/components/ui/use-time-zone";
import { FIGURE_RANGES, type GatewayFiguresView, type RangeFigures } from "@/lib/fronts/admin/figures-schema";
import { changeOf } from "@/lib/fronts/analytics/change-format";
import { FIGURES_CURRENCY } from "@/lib/fronts/analytics/schema";
import { rpc } from "@/lib/fronts/client/rpc";
import { routes } from "@/lib/fronts/paths/routes";
import { groupDigits } from "@/lib/kernel/money/format";

const REFRESH_MS = 60_000;
const RANGE = parseAsStringLiteral(FIGURE_RANGES).withDefault("30d");

/** What the gateway received and earned, with the change against the period before. */
export function GatewayFigures({ zone: drawnWith }: { zone: string | null }) {
  const zone = useTimeZone(drawnWith);
  const [range, setRange] = useQueryState("range", RANGE);
  const query = useQuery({
    ...rpc.operator.figures.queryOptions({ zone: zone ?? "UTC" }, { refetchInterval: REFRESH_MS }),
    enabled: zone !== null,
    placeholderData: keepPreviousData,
  });
  return (
    <section aria-label="Figures of the gateway" className="flex flex-col gap-3">
      <FilterTabs
        label="Range"
        value={range}
        choices={FIGURE_RANGES.map((value) => ({ value, label: RANGE_LABELS[value] }))}
        onChange={(value) => void setRange(value)}
      />
      <Loaded query={query} failure="The figures could not be loaded" skeleton={<MetricCardsSkeleton />}>
        {({ ranges, unpricedCoins }) => {
          const figures = ranges.find((one) => one.range === range);
          return figures && <FiguresOfRange figures={figures} unpricedCoins={unpricedCoins} />;
        }}
      </Loaded>
    </section>
  );
}

type FiguresOfRangeProps = Pick<GatewayFiguresView, "unpricedCoins"> & { readonly figures: RangeFigures };

/** The four figures of one range. */
export function FiguresOfRange({ figures, unpricedCoins }: FiguresOfRangeProps) {
  const { received, paidInvoices, revenue, activeMerchants } = figures;
  const than = beforeLabel({ name: figures.range });
  return (
    <>
      <div className="grid gap-3 sm:grid-cols-2 sm:gap-5 xl:grid-cols-4">
        <DollarFigure name="Received" dollars={received} than={than} href={routes.operatorMerchants()} />
        <CountFigure name="Paid invoices" count={paidInvoices} than={than} href={routes.operatorMerchants()} />
        <DollarFigure name="Revenue" dollars={revenue} than={than} href={routes.operatorTreasury()} />
        <CountFigure name="Active merchants" count={activeMerchants} than={than} href={routes.operatorMerchants()} />
      </div>
      {unpricedCoins.length > 0 && (
        <p className="text-label text-ink-quiet">Revenue does not include {unpricedCoins.join(", ")}: no price.</p>
      )}
    </>
  );
}

type Compared = { readonly name: string; readonly than: string; readonly href: string };

function DollarFigure({ name, dollars, than, href }: Compared & { readonly dollars: RangeFigures["received"] }) {
  if (dollars === null) {
    const note = (
      <p className="text-label text-ink-quiet">Being calculated; this takes some minutes after an upgrade</p>
    );
    return <Figure name={name} value={<BigNumber text="–" />} note={note} href={href} />;
  }
  return (
    <Figure
      name={name}
      value={<Money amount={dollars.now} currency={FIGURES_CURRENCY} size="hero" />}
      note={<ChangeNote change={changeOf(dollars.now, dollars.before)} than={than} isMoreGood />}
      href={href}
    />
  );
}

function CountFigure({ name, count, than, href }: Compared & { readonly count: RangeFigures["paidInvoices"] }) {
  return (
    <Figure
      name={name}
      value={<BigNumber text={groupDigits(`${count.now}`)} />}
      note={<ChangeNote change={changeOf(count.now, count.before)} than={than} isMoreGood />}
      href={href}
    />
  );
}
