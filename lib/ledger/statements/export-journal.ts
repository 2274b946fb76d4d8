import type { TextDownload } from "@/lib/kernel/http/text-download";
import { type Decimal, decimal, ZERO } from "@/lib/kernel/money/decimal";
import { entryLabel, originLabel } from "@/lib/ledger/statements/entry-labels";
import {
  accountOfInstallation,
  accountOfMerchant,
  isOwnAccount,
  type JournalRow,
  OWN_KINDS,
  selectEntriesAfter,
  selectOwnEntriesAfter,
} from "@/lib/ledger/statements/journal-repo";
import type { EntryOrigin } from "@/lib/ledger/statements/schema";
import { originOf, selectEntryObjects } from "@/lib/ledger/statements/subjects-repo";

/** Entries, or postings, per chunk of the file. */
const PAGE_ROWS = 1_000;

/**
 * Exports the ledger of the whole installation as a plain-text journal: every entry, every account
 * under its own name. For the operator.
 */
export function exportInstallationJournal(now: Date): TextDownload {
  return download("journal-installation", now, "The books of this installation.", installationPieces());
}

/**
 * Exports a merchant's part of the ledger as a plain-text journal: the movements of its accounts,
 * as the merchant sees them, with each counter account named by its type and never by its owner.
 * Balances like the whole.
 */
export function exportMerchantJournal(merchantId: string, merchantName: string, now: Date): TextDownload {
  return download("journal", now, `What Chaintill keeps for ${merchantName}.`, merchantPieces(merchantId));
}

function download(name: string, now: Date, title: string, pieces: AsyncIterable<string>): TextDownload {
  const head = [
    `; ${title.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ")}`,
    `; Written at ${now.toISOString()}. Dates and times are UTC.`,
    "; A journal for ledger (ledger-cli.org) and hledger (hledger.org): each transaction balances in each currency.",
    "",
    "",
  ].join("\n");
  return {
    fileName: `${name}-${now.toISOString().slice(0, 10)}.journal`,
    contentType: "text/plain; charset=utf-8",
    pieces: withHead(head, pieces),
  };
}

async function* withHead(head: string, pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let before = head;
  for await (const piece of pieces) {
    yield before + piece;
    before = "";
  }
  if (before !== "") yield before;
}

async function* installationPieces(): AsyncGenerator<string> {
  for (let after = 0n; ; ) {
    const rows = await selectEntriesAfter(after, PAGE_ROWS);
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.entryId;
    const entries = await byEntry(rows, null);
    yield entries.map(toInstallationText).join("");
  }
}

async function* merchantPieces(merchantId: string): AsyncGenerator<string> {
  for (let after = 0n; ; ) {
    const { rows, last } = await selectOwnEntriesAfter({ ownerId: merchantId, kinds: OWN_KINDS }, after, PAGE_ROWS);
    if (last === null) return;
    after = last;
    const entries = await byEntry(rows, merchantId);
    yield entries.map((entry) => toMerchantText(entry, merchantId)).join("");
  }
}

type Entry = {
  readonly rows: readonly JournalRow[];
  readonly orderId: string | null;
  readonly origin: EntryOrigin | null;
};

/** Groups postings by their entry, and names its object if that is the merchant's (null: any). */
async function byEntry(rows: readonly JournalRow[], merchantId: string | null): Promise<Entry[]> {
  const entries = new Map<bigint, JournalRow[]>();
  for (const row of rows) {
    const entry = entries.get(row.entryId);
    if (entry === undefined) entries.set(row.entryId, [row]);
    else entry.push(row);
  }
  const objects = await selectEntryObjects([...entries.keys()], merchantId);
  return [...entries].map(([entryId, rowsOfEntry]) => {
    const object = objects.get(entryId);
    return { rows: rowsOfEntry, orderId: object?.orderId ?? null, origin: object ? originOf(object) : null };
  });
}

function toInstallationText(entry: Entry): string {
  const { rows } = entry;
  const postings = rows.map((row) => ({
    account: accountOfInstallation(accountOf(row)),
    currency: row.currency,
    amount: decimal(row.amount),
  }));
  return textOf(entry, postings);
}

/**
 * Leaves out currencies of accounts that are not the merchant's; the signs are the merchant's: our
 * liability is the merchant's asset.
 */
function toMerchantText(entry: Entry, merchantId: string): string {
  const { rows } = entry;
  const own = new Set(rows.filter((row) => isOwnAccount(accountOf(row), merchantId)).map(({ currency }) => currency));
  const postings = rows
    .filter(({ currency }) => own.has(currency))
    .map((row) => ({
      account: accountOfMerchant(accountOf(row), merchantId),
      currency: row.currency,
      amount: decimal(row.amount).negated(),
    }));
  return textOf(entry, postings, true);
}

function accountOf({ class: accountClass, accountKind, ownerId }: JournalRow) {
  return { class: accountClass, kind: accountKind, ownerId };
}

/** A merchant's file has no memos: operators write them for themselves. */
function textOf(
  { rows: [first], orderId, origin }: Entry,
  postings: Parameters<typeof writeTransaction>[0]["postings"],
  isWithoutMemo = false,
): string {
  if (first === undefined) return "";
  const { entryId, at, kind, reference } = first;
  const memo = isWithoutMemo ? "" : first.memo;
  return writeTransaction({ id: entryId.toString(), at, kind, reference, orderId, origin, memo, postings });
}

type JournalPosting = {
  readonly account: string;
  readonly currency: string;
  /** Positive debits, negative credits. */
  readonly amount: Decimal;
};

type JournalTransaction = {
  readonly id: string;
  readonly at: Date;
  readonly kind: string;
  readonly reference: string;
  /** Of the invoice, static wallet or payout that it moves money for. */
  readonly orderId: string | null;
  readonly origin: EntryOrigin | null;
  readonly memo: string;
  readonly postings: readonly JournalPosting[];
};

/**
 * Formats one transaction in the plain text that ledger and hledger read: date in UTC, the entry's
 * number as its code, its kind, then a line per account; currencies in quotation marks, because
 * some begin with a digit. Its time, reference, order ID and origin are tags. Postings to the same
 * account are merged; a transaction that nets to nothing is left out.
 * @throws Error when it does not balance: an incorrect journal must not be written
 */
export function writeTransaction(transaction: JournalTransaction): string {
  const { id, at, kind, reference, orderId, origin, memo, postings } = transaction;
  const lines = merged(postings);
  assertBalanced(id, lines);
  if (lines.length === 0) return "";
  const time = at.toISOString();
  const head = [
    `${time.slice(0, 10)} * (${id}) ${entryLabel(kind)}`,
    `    ; time: ${time}`,
    `    ; kind: ${oneLine(kind)}`,
    `    ; reference: ${oneLine(reference)}`,
    ...(orderId === null ? [] : [`    ; order_id: ${oneLine(orderId)}`]),
    ...(origin === null ? [] : [`    ; origin: ${oneLine(originLabel(origin))}`]),
    ...(memo === "" ? [] : [`    ; memo: ${oneLine(memo)}`]),
  ];
  const body = lines.map(({ account, currency, amount }) => `    ${account}  ${amount.toFixed()} "${currency}"`);
  return `${[...head, ...body].join("\n")}\n\n`;
}

function merged(postings: readonly JournalPosting[]): JournalPosting[] {
  const sums = new Map<string, JournalPosting>();
  for (const posting of postings) {
    const key = `${posting.account}\n${posting.currency}`;
    const before = sums.get(key);
    sums.set(key, before ? { ...posting, amount: before.amount.plus(posting.amount) } : posting);
  }
  return [...sums.values()].filter(({ amount }) => !amount.isZero());
}

function assertBalanced(id: string, lines: readonly JournalPosting[]): void {
  const sums = new Map<string, Decimal>();
  for (const { currency, amount } of lines) sums.set(currency, (sums.get(currency) ?? ZERO).plus(amount));
  for (const [currency, sum] of sums) {
    if (!sum.isZero()) throw new Error(`Entry ${id} is off by ${sum.toFixed()} ${currency}`);
  }
}

/** A tag's value ends with its line. */
function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ").trim();
}
