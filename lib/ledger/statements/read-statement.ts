import { csvDownload, rowsByKey } from "@/lib/kernel/csv/csv-download";
import type { CsvColumn } from "@/lib/kernel/csv/write-csv";
import type { TextDownload } from "@/lib/kernel/http/text-download";
import { decimal } from "@/lib/kernel/money/decimal";
import { type AccountName, merchantWallet, userWallet } from "@/lib/ledger/account";
import { entryLabel, originLabel } from "@/lib/ledger/statements/entry-labels";
import { kindsOf, type LinePlace, type LineRow, selectLines } from "@/lib/ledger/statements/lines-repo";
import {
  STATEMENT_PAGE_SIZE,
  type StatementFilter,
  type StatementLineView,
  type StatementQuery,
  type StatementView,
} from "@/lib/ledger/statements/schema";
import { originOf, type SubjectRow, selectSubjects } from "@/lib/ledger/statements/subjects-repo";

/** The owner of a statement's wallet: a merchant's business wallet, or a user's personal one. */
type WalletOwner = { readonly merchantId: string } | { readonly userId: string };

/**
 * Returns a page of a wallet's statement, newest first, with the sums of the selected period. A
 * nonexistent wallet is empty.
 */
export async function readStatement(owner: WalletOwner, query: StatementQuery): Promise<StatementView> {
  const before = query.cursor === undefined ? null : parseCursor(query.cursor);
  const { sums, rows } = await selectLines(
    accountOf(owner, query.coin),
    toFilter(query, before),
    STATEMENT_PAGE_SIZE + 1,
  );
  const shown = rows.slice(0, STATEMENT_PAGE_SIZE);
  const last = rows.length > shown.length ? shown.at(-1) : undefined;
  return {
    coin: query.coin.toUpperCase(),
    opening: decimal(sums.opening).toFixed(),
    incoming: decimal(sums.incoming).toFixed(),
    outgoing: decimal(sums.outgoing).toFixed(),
    closing: decimal(sums.closing).toFixed(),
    count: sums.count,
    items: await withSubjects(owner, query.coin, shown),
    nextCursor: last ? `${last.at.getTime()}_${last.id}` : null,
  };
}

/** Reads statement lines after a position, newest first: for files, which take many at a time. */
async function readLines(
  owner: WalletOwner,
  filter: StatementFilter,
  before: LinePlace | null,
  limit: number,
): Promise<StatementLineView[]> {
  const { rows } = await selectLines(accountOf(owner, filter.coin), toFilter(filter, before), limit);
  return await withSubjects(owner, filter.coin, rows);
}

function accountOf(owner: WalletOwner, coin: string): AccountName {
  const currency = coin.toUpperCase();
  return "merchantId" in owner ? merchantWallet(owner.merchantId, currency) : userWallet(owner.userId, currency);
}

function toFilter({ from, to, group }: StatementFilter, before: LinePlace | null) {
  return { from: from ?? null, to: to ?? null, kinds: kindsOf(group), before };
}

function parseCursor(cursor: string): LinePlace {
  const [milliseconds = "", id = ""] = cursor.split("_");
  return { at: new Date(Number.parseInt(milliseconds, 10)), id: BigInt(id) };
}

async function withSubjects(owner: WalletOwner, coin: string, rows: readonly LineRow[]): Promise<StatementLineView[]> {
  if (rows.length === 0) return [];
  const merchantId = "merchantId" in owner ? owner.merchantId : null;
  const currency = coin.toUpperCase();
  const found = await selectSubjects(
    rows.map(({ entryId }) => entryId),
    merchantId,
    currency,
  );
  const subjects = new Map(found.map((row) => [row.entryId, row]));
  return rows.map((row) => {
    const subject = subjects.get(row.entryId);
    return {
      id: row.id.toString(),
      at: row.at.toISOString(),
      kind: row.kind,
      amount: decimal(row.amount).toFixed(),
      fee: subject === undefined || isOfOthers(owner, row.kind) ? null : feeOf(row.kind, subject, currency),
      balance: decimal(row.balance).toFixed(),
      subject: subject === undefined ? null : subjectOf(row.kind, subject),
      origin: subject === undefined ? null : originOf(subject),
      memo: row.memo,
    };
  });
}

/**
 * The shop's fee for an invoice that a user paid is in the same entry, but is not shown to that
 * user.
 */
function isOfOthers(owner: WalletOwner, kind: string): boolean {
  return "userId" in owner && kind === "invoice.credit-internal";
}

/**
 * Returns what the gateway earned by the entry itself, or will earn by a payout or refund; null
 * when it is in another coin than the wallet's.
 */
function feeOf(kind: string, { fee, commission, commissionCode }: SubjectRow, currency: string): string | null {
  if (fee !== null && !decimal(fee).isZero()) return decimal(fee).toFixed();
  const isOrdered = kind === "payout.reserve" || kind === "refund.reserve";
  if (!isOrdered || commission === null || commissionCode !== currency) return null;
  return decimal(commission).toFixed();
}

function subjectOf(kind: string, row: SubjectRow): StatementLineView["subject"] {
  const { label } = row;
  if (row.payoutId) return { kind: "payout", id: row.payoutId, label };
  if (row.invoiceId) return { kind: "invoice", id: row.invoiceId, label };
  if (row.walletId) return { kind: "wallet", id: row.walletId, label };
  if (row.caseId) return { kind: "case", id: row.caseId, label: null };
  if (row.paidInvoiceId) return { kind: "payment", id: row.paidInvoiceId, label: null };
  if (kind.startsWith("transfer.")) return { kind: "transfer", id: null, label: null };
  return null;
}

/** Each page reads the sums of the whole wallet, so few large pages are read. */
const PAGE_ROWS = 5_000;
/** Years of a busy shop; for more, a shorter period has to be selected. */
const ROWS_MAX = 1_000_000;

/** Exports a wallet's statement as a table, newest first, filtered as on the page. */
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
    { header: "description", value: ({ kind }) => entryLabel(kind) },
    { header: "order_id", value: ({ subject }) => subject?.label ?? null },
    { header: "object", value: ({ subject }) => subject?.kind ?? null },
    { header: "object_uuid", value: ({ subject }) => subject?.id ?? null },
    { header: "amount", value: ({ amount }) => amount },
    { header: "fee", value: ({ fee }) => fee },
    { header: "balance", value: ({ balance }) => balance },
    { header: "currency", value: () => coin },
    { header: "memo", value: ({ memo }) => memo },
    { header: "origin", value: ({ origin }) => origin && originLabel(origin) },
  ];
}
