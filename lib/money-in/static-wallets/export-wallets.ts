import { csvDownload, rowsByKey } from "@/lib/kernel/csv/csv-download";
import type { CsvColumn } from "@/lib/kernel/csv/write-csv";
import type { TextDownload } from "@/lib/kernel/http/text-download";
import { decimal } from "@/lib/kernel/money/decimal";
import { sumTopUps, toWalletFilter } from "@/lib/money-in/static-wallets/dashboard-queries";
import type { WalletFilterQuery } from "@/lib/money-in/static-wallets/dashboard-schema";
import { selectWalletPage, type WalletRow } from "@/lib/money-in/static-wallets/list-repo";

const PAGE_ROWS = 500;
const ROWS_MAX = 2_000_000;

type Row = WalletRow & { readonly topUpCount: number; readonly credited: string };

/**
 * Amounts are exact decimals in the wallet's currency; times are ISO 8601 in UTC; unknown values
 * are empty.
 */
const FILE_COLUMNS: readonly CsvColumn<Row>[] = [
  { header: "uuid", value: (row) => row.id },
  { header: "order_id", value: (row) => row.orderId },
  { header: "status", value: (row) => row.status },
  { header: "currency", value: (row) => row.currencyCode },
  { header: "network", value: (row) => row.networkCode },
  { header: "address", value: (row) => row.address },
  { header: "top_ups", value: (row) => String(row.topUpCount) },
  { header: "merchant_amount", value: (row) => row.credited },
  { header: "url_callback", value: (row) => row.urlCallback },
  { header: "created_at", value: (row) => row.createdAt.toISOString() },
  { header: "blocked_at", value: (row) => row.blockedAt?.toISOString() ?? null },
];

/** Exports a merchant's static wallets that match the filter, in its order. */
export function exportWallets(merchantId: string, query: WalletFilterQuery, now: Date): TextDownload {
  const filter = toWalletFilter(query);
  const readFrom = async (last: Row | null): Promise<Row[]> => {
    const beyond = last && { at: last.createdAt, id: last.id };
    const rows = await selectWalletPage(merchantId, { ...filter, beyond }, PAGE_ROWS);
    const sums = new Map((await sumTopUps(rows.map(({ id }) => id))).map((sum) => [sum.walletId, sum]));
    return rows.map((row) => {
      const sum = sums.get(row.id);
      const credited = decimal(sum?._sum.creditedAmount ?? "0").toFixed();
      return { ...row, topUpCount: sum?._count ?? 0, credited };
    });
  };
  return csvDownload(`static-wallets-${now.toISOString().slice(0, 10)}`, FILE_COLUMNS, rowsByKey(readFrom, ROWS_MAX));
}
