import { readPayments } from "@/lib/fronts/analytics/read-payments";
import { readVolume } from "@/lib/fronts/analytics/read-volume";
import {
  type AnalyticsQuery,
  FIGURES_CURRENCY,
  type PaymentsView,
  type RangeView,
  successPercent,
  type TableName,
  type VolumeView,
} from "@/lib/fronts/analytics/schema";
import { csvDownload } from "@/lib/kernel/csv/csv-download";
import type { CsvColumn } from "@/lib/kernel/csv/write-csv";
import type { TextDownload } from "@/lib/kernel/http/text-download";

const USD = FIGURES_CURRENCY;
const text = (count: number | null) => (count === null ? null : count.toString());
/** The start of a bucket: its date in the zone's calendar, and its time. */
const WHEN = [
  { header: "Date", value: (row: { date: string }) => row.date },
  { header: "From", value: (row: { start: string }) => row.start },
];

/** Returns one of the page's tables as a file, with the values shown on the page. */
export async function downloadTable(
  merchantId: string,
  { table, ...query }: AnalyticsQuery & { readonly table: TableName },
  now: Date,
): Promise<TextDownload> {
  if (table === "volume" || table === "coins" || table === "sending")
    return volumeTable(table, await readVolume(merchantId, query, now));
  return paymentsTable(table, await readPayments(merchantId, query, now));
}

function volumeTable(
  table: "volume" | "coins" | "sending",
  { range, buckets, pairs, sending }: VolumeView,
): TextDownload {
  if (table === "coins") {
    return named("coins", range, pairs, [
      { header: "Coin", value: ({ currency }) => currency },
      { header: "Network", value: ({ networkName }) => networkName },
      { header: "Credits", value: ({ count }) => text(count) },
      { header: "Amount", value: ({ amount }) => amount },
      { header: `Worth ${USD}`, value: ({ usd }) => usd },
      { header: "Commission", value: ({ commission }) => commission },
      { header: `Commission ${USD}`, value: ({ commissionUsd }) => commissionUsd },
    ]);
  }
  if (table === "sending") {
    return named("sending-fees", range, sending.fees, [
      { header: "Coin", value: ({ currency }) => currency },
      { header: "Network", value: ({ networkName }) => networkName },
      { header: "Payouts and refunds", value: ({ count }) => text(count) },
      { header: "Fees", value: ({ fee }) => fee },
      { header: `Fees ${USD}`, value: ({ feeUsd }) => feeUsd },
    ]);
  }
  const rows = buckets.flatMap(({ date, start, coins }) => coins.map((coin) => ({ date, start, ...coin })));
  return named("volume", range, rows, [
    ...WHEN,
    { header: "Coin", value: ({ currency }) => currency },
    { header: "Credits", value: ({ count }) => text(count) },
    { header: "Amount", value: ({ amount }) => amount },
    { header: `Worth ${USD}`, value: ({ usd }) => usd },
  ]);
}

function paymentsTable(table: "success" | "funnel" | "times" | "exceptions", view: PaymentsView): TextDownload {
  const { range, buckets, pairs, slots, exceptions } = view;
  if (table === "success") {
    return named("success", range, buckets, [
      ...WHEN,
      { header: "Created", value: ({ created }) => text(created) },
      { header: "Ended", value: ({ ended }) => text(ended) },
      { header: "Paid", value: ({ paid }) => text(paid) },
      { header: "Success percent", value: successPercent },
    ]);
  }
  if (table === "times") {
    return named("time-to-pay", range, slots, [
      { header: "From seconds", value: ({ fromSeconds }) => text(fromSeconds) },
      { header: "Below seconds", value: ({ toSeconds }) => text(toSeconds) },
      { header: "Payments", value: ({ count }) => text(count) },
    ]);
  }
  if (table === "exceptions") {
    return named("exceptions", range, exceptions, [
      { header: "Kind", value: ({ kind }) => kind },
      { header: "Coin", value: ({ currency }) => currency },
      { header: "Network", value: ({ networkName }) => networkName },
      { header: "Count", value: ({ count }) => text(count) },
    ]);
  }
  return named("funnel", range, pairs, [
    { header: "Coin", value: ({ currency }) => currency },
    { header: "Network", value: ({ networkName }) => networkName },
    { header: "Created", value: ({ created }) => text(created) },
    { header: "Opened", value: ({ opened }) => text(opened) },
    { header: "Coin chosen", value: ({ chosen }) => text(chosen) },
    { header: "Payment seen", value: ({ seen }) => text(seen) },
    { header: "Paid", value: ({ paid }) => text(paid) },
    { header: "Ended", value: ({ ended }) => text(ended) },
    { header: "Median seconds", value: ({ medianSeconds }) => text(medianSeconds) },
    { header: "90th percentile seconds", value: ({ p90Seconds }) => text(p90Seconds) },
  ]);
}

function named<Row>(
  name: string,
  { firstDate, lastDate }: RangeView,
  rows: readonly Row[],
  columns: readonly CsvColumn<Row>[],
): TextDownload {
  return csvDownload(`${name} ${firstDate} to ${lastDate}`, columns, rows);
}
