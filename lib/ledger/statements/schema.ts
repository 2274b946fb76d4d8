import { z } from "zod";
import { listMoment, numberedPosition } from "@/lib/kernel/paging/list-schema";

/** Statements of wallets. Safe for the browser; amounts are plain decimal text. */

/** Filter choices of a statement, by what they mean to users. */
export const STATEMENT_GROUPS = ["payments", "payouts", "refunds", "transfers", "conversions", "other"] as const;
export type StatementGroup = (typeof STATEMENT_GROUPS)[number];

export const STATEMENT_PAGE_SIZE = 50;

const moment = listMoment.transform((text) => new Date(text));

export const statementFilterInput = z.object({
  /** The currency of the wallet. */
  coin: z.string().regex(/^[A-Za-z0-9]{1,16}$/, "Coin not found."),
  /** From this time on, inclusive. */
  from: moment.optional(),
  /** Until this time, exclusive. */
  to: moment.optional(),
  group: z.enum(STATEMENT_GROUPS).optional(),
});
export type StatementFilter = z.output<typeof statementFilterInput>;

export const statementQuery = statementFilterInput.extend({
  /** `nextCursor` of the previous page. */
  cursor: numberedPosition.optional(),
});
export type StatementQuery = z.output<typeof statementQuery>;

/** The subject of an entry; `payment` is the payment page of another merchant's invoice. */
export const SUBJECT_KINDS = ["invoice", "wallet", "payout", "case", "transfer", "payment"] as const;

/** What made an invoice, other than the machine API or the form, and its number or title. */
const entryOrigin = z.object({ kind: z.enum(["bill", "link", "sale"]), name: z.string().nullable() });
export type EntryOrigin = z.output<typeof entryOrigin>;

const statementLineView = z.object({
  /** The posting's id. */
  id: z.string(),
  at: z.iso.datetime(),
  kind: z.string(),
  /** The incoming amount; negative if outgoing. */
  amount: z.string(),
  /** The part that the gateway kept, in the same currency; null where it kept nothing here. */
  fee: z.string().nullable(),
  /** The wallet's balance right after, regardless of filters. */
  balance: z.string(),
  subject: z
    .object({ kind: z.enum(SUBJECT_KINDS), id: z.string().nullable(), label: z.string().nullable() })
    .nullable(),
  origin: entryOrigin.nullable(),
  memo: z.string(),
});
export type StatementLineView = z.output<typeof statementLineView>;

export const statementView = z.object({
  coin: z.string(),
  /** Before the first entry of the selected period. */
  opening: z.string(),
  /** Incoming and outgoing amounts in that period, of the selected kinds. */
  incoming: z.string(),
  outgoing: z.string(),
  /** After the last entry of that period; without an end, the current balance. */
  closing: z.string(),
  count: z.int(),
  items: z.array(statementLineView),
  nextCursor: z.string().nullable(),
});
export type StatementView = z.output<typeof statementView>;
