import { csvDownload, rowsByKey } from "@/lib/kernel/csv/csv-download";
import type { CsvColumn } from "@/lib/kernel/csv/write-csv";
import type { TextDownload } from "@/lib/kernel/http/text-download";
import { entryWords } from "@/lib/ledger/statements/entry-words";
import { readLines, type WalletOwner } from "@/lib/ledger/statements/read-statement";
import type { StatementFilter, StatementLineView } from "@/lib/ledger/statements/schema";

/** Each page sums the whole wallet up, so that few and big ones are read. */
const PAGE_ROWS = 5_000;
/** Years of a busy shop; who has more takes a shorter time. */
const ROWS_MAX = 1_000_000;

/** A wallet's statement as a table, newest first, filtered as on the page. */
export function exportStatement(owner: WalletOwner, filter: StatementFilter, now: Date): TextDownload {
  const coin = filter.coin.toUpperCase();
  const rows = rowsByKey<StatementLineView>(
    (last) => readLines(owner, filter, last && { at: new Date(last.at), id: BigInt(last.id) }, PAGE_ROWS),
    ROWS_MAX,
  );
  const wallet = "merchantId" in owner ? "business" : "personal";
  return csvDownload(`statement-${wallet}-${coin}-${now.toISOString().slice(0, 10)}`, columnsOf(coin), rows);
}

function columnsOf(coin: string): CsvColumn<StatementLineView>[] {
  return [
    { header: "time_utc", value: ({ at }) => at },
    { header: "entry", value: ({ id }) => id },
    { header: "kind", value: ({ kind }) => kind },
    { header: "description", value: ({ kind }) => entryWords(kind) },
    { header: "order_id", value: ({ subject }) => subject?.label ?? null },
    { header: "object", value: ({ subject }) => subject?.kind ?? null },
    { header: "object_uuid", value: ({ subject }) => subject?.id ?? null },
    { header: "amount", value: ({ amount }) => amount },
    { header: "fee", value: ({ fee }) => fee },
    { header: "balance", value: ({ balance }) => balance },
    { header: "currency", value: () => coin },
    { header: "memo", value: ({ memo }) => memo },
  ];
}
