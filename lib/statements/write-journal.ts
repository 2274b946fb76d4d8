import { type Decimal, ZERO } from "@/lib/money/decimal";
import { entryWords } from "@/lib/statements/entry-words";

export type JournalPosting = {
  readonly account: string;
  readonly currency: string;
  /** Above zero debits, below zero credits. */
  readonly amount: Decimal;
};

export type JournalTransaction = {
  readonly id: string;
  readonly at: Date;
  readonly kind: string;
  readonly reference: string;
  readonly memo: string;
  readonly postings: readonly JournalPosting[];
};

/**
 * One transaction in the plain text that ledger and hledger read: date in UTC, the entry's number as its code, what it was, then a line
 * for each account; currencies in quotation marks, because some begin with a digit. Its time and what it refers to are tags. Postings to
 * the same account become one; a transaction in which nothing is left is none.
 * @throws Error when it does not balance: a journal that is wrong must not be written
 */
export function writeTransaction({ id, at, kind, reference, memo, postings }: JournalTransaction): string {
  const lines = merged(postings);
  assertBalanced(id, lines);
  if (lines.length === 0) return "";
  const time = at.toISOString();
  const head = [
    `${time.slice(0, 10)} * (${id}) ${entryWords(kind)}`,
    `    ; time: ${time}`,
    `    ; kind: ${oneLine(kind)}`,
    `    ; reference: ${oneLine(reference)}`,
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
