import { type AnalyticsFilter, tableAddress } from "@/components/fronts/analytics/analytics-filter";
import { TableCard } from "@/components/fronts/analytics/table-card";
import { Money } from "@/components/ui/money";
import type { Column } from "@/components/ui/table-column";
import { FIGURES_CURRENCY, type PairSum, type VolumeView } from "@/lib/fronts/analytics/schema";
import { groupDigits, moneyText } from "@/lib/kernel/money/format";

type SendingFee = VolumeView["sending"]["fees"][number];

/** A coin and its network as the title of a row. */
export function coinColumn<Row extends { readonly currency: string; readonly networkName: string }>(): Column<Row> {
  return {
    id: "coin",
    header: "Coin and network",
    phone: "title",
    cell: ({ currency, networkName }) => (
      <span>
        <span className="font-medium">{currency}</span> <span className="text-ink-soft">{networkName}</span>
      </span>
    ),
  };
}

function countColumn<Row extends { readonly count: number }>(header: string): Column<Row> {
  return {
    id: "count",
    header,
    align: "end",
    cell: ({ count }) => <span className="tabular-nums">{groupDigits(`${count}`)}</span>,
  };
}

const COIN_COLUMNS: readonly Column<PairSum>[] = [
  coinColumn(),
  countColumn("Credits"),
  {
    id: "amount",
    header: "Amount",
    align: "end",
    cell: ({ amount, currency }) => <Money amount={amount} currency={currency} align="end" mayBreak />,
  },
  {
    id: "commission",
    header: "Commission",
    align: "end",
    cell: ({ commission, commissionUsd, currency }) => (
      <Money
        amount={commission}
        currency={currency}
        align="end"
        mayBreak
        fiat={{ amount: commissionUsd, currency: FIGURES_CURRENCY }}
      />
    ),
  },
  {
    id: "worth",
    header: "Value",
    align: "end",
    phone: "corner",
    cell: ({ usd }) => <Money amount={usd} currency={FIGURES_CURRENCY} align="end" />,
  },
];

const pairKey = ({ currency, network }: { readonly currency: string; readonly network: string | null }) =>
  `${currency}-${network}`;

/** Each coin on each network, with its commission. */
export function CoinsCard({ volume, asked }: { volume: VolumeView; asked: AnalyticsFilter }) {
  const { totals, pairs } = volume;
  return (
    <TableCard
      title="Coins, networks and commission"
      description={`${moneyText(totals.commissionUsd, FIGURES_CURRENCY)} commission on ${moneyText(totals.usd, FIGURES_CURRENCY)}`}
      fileHref={tableAddress("coins", asked)}
      columns={COIN_COLUMNS}
      rows={pairs}
      keyOf={pairKey}
      empty="No credits in this range."
    />
  );
}

const SENDING_COLUMNS: readonly Column<SendingFee>[] = [
  coinColumn(),
  countColumn("Payouts and refunds"),
  {
    id: "fee",
    header: "Fees",
    align: "end",
    phone: "corner",
    cell: ({ fee, feeUsd, currency }) => (
      <Money
        amount={fee}
        currency={currency}
        align="end"
        mayBreak
        fiat={feeUsd === null ? null : { amount: feeUsd, currency: FIGURES_CURRENCY }}
      />
    ),
  },
];

/** Network fees of outgoing payments. */
export function SendingCard({ volume, asked }: { volume: VolumeView; asked: AnalyticsFilter }) {
  return (
    <TableCard
      title="Network fees"
      description={`About ${moneyText(volume.sending.usd, FIGURES_CURRENCY)} for payouts and refunds`}
      fileHref={tableAddress("sending", asked)}
      columns={SENDING_COLUMNS}
      rows={volume.sending.fees}
      keyOf={pairKey}
      empty="No payouts or refunds in this range."
    />
  );
}
