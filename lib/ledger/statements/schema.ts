import { z } from "zod";
import { listMoment, numberedPosition } from "@/lib/kernel/paging/list-schema";

/** Statements of wallets. Safe for the browser; amounts are plain decimal text. */

/** How a statement is narrowed down: by what a person means. */
export const STATEMENT_GROUPS = ["payments", "payouts", "refunds", "transfers", "conversions", "other"] as const;
export type StatementGroup = (typeof STATEMENT_GROUPS)[number];

export const STATEMENT_PAGE_SIZE = 50;

const moment = listMoment.transform((text) => new Date(text));

export const statementFilterInput = z.object({
  /** The currency of the wallet. */
  coin: z.string().regex(/^[A-Za-z0-9]{1,16}$/, "Coin not found."),
  /** From this moment on. */
  from: moment.optional(),
  /** Until just before this moment. */
  to: moment.optional(),
  group: z.enum(STATEMENT_GROUPS).optional(),
});
export type StatementFilter = z.output<typeof statementFilterInput>;

export const statementQuery = statementFilterInput.extend({
  /** `nextCursor` of the page before. */
  cursor: numberedPosition.optional(),
});
export type StatementQuery = z.output<typeof statementQuery>;

/** What an entry belongs to; `payment` is the payment page of somebody's invoice. */
export const SUBJECT_KINDS = ["invoice", "wallet", "payout", "case", "transfer", "payment"] as const;

const statementLineView = z.object({
  /** Of the posting. */
  id: z.string(),
  at: z.iso.datetime(),
  kind: z.string(),
  /** What came in, below zero what went out. */
  amount: z.string(),
  /** What of it the gateway kept, in the same currency; null where it kept nothing here. */
  fee: z.string().nullable(),
  /** The wallet's balance right after, whatever is filtered. */
  balance: z.string(),
  subject: z
    .object({ kind: z.enum(SUBJECT_KINDS), id: z.string().nullable(), label: z.string().nullable() })
    .nullable(),
  memo: z.string(),
});
export type StatementLineView = z.output<typeof statementLineView>;

export const statementView = z.object({
  coin: z.string(),
  /** Before the first entry of the time that is looked at. */
  opening: z.string(),
  /** What came in and what went out in that time, of the kinds that are looked at. */
  incoming: z.string(),
  outgoing: z.string(),
  /** After the last entry of that time: without an end the balance of the moment. */
  closing: z.string(),
  count: z.int(),
  items: z.array(statementLineView),
  nextCursor: z.string().nullable(),
});
export type StatementView = z.output<typeof statementView>;
