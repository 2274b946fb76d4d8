import { z } from "zod";
import { headerList } from "@/lib/delivery/webhooks/schema";
import { rowNumber } from "@/lib/kernel/paging/list-schema";
import { INVOICE_STATUSES } from "@/lib/money-in/invoices/status";
import { PAYOUT_STATUSES } from "@/lib/money-out/payouts/status";

/** Inputs and outputs of the test console. Safe for the browser. */

export const TEST_KINDS = ["payment", "wallet", "payout"] as const;
export type TestKind = (typeof TEST_KINDS)[number];

/** The possible statuses of each kind of webhook. */
export const TEST_STATUSES: Readonly<Record<TestKind, readonly string[]>> = {
  payment: INVOICE_STATUSES,
  wallet: INVOICE_STATUSES,
  payout: PAYOUT_STATUSES,
};

const URL_CHARACTERS_MAX = 255;
/** Receivers reject requests whose `webhook-timestamp` is older than five minutes. */
export const SEND_WITHIN_MS = 4 * 60_000;

const CHOOSE = "Choose an option.";
const code = z.string(CHOOSE).trim().min(1, CHOOSE).max(16, CHOOSE);

export const prepareTestInput = z
  .object({
    kind: z.enum(TEST_KINDS, CHOOSE),
    status: z.string("Choose a status of this kind."),
    url: z
      .string("Enter a full URL that starts with https://.")
      .trim()
      .max(URL_CHARACTERS_MAX, `Use at most ${URL_CHARACTERS_MAX} characters.`)
      .pipe(z.url({ protocol: /^https?$/, error: "Enter a full URL that starts with https://." })),
    currency: code,
    network: code,
    /** A real invoice, wallet or payout; null: sample data. */
    objectId: z.uuid("Choose one from the list, or sample data.").nullable(),
  })
  .refine(({ kind, status }) => TEST_STATUSES[kind].includes(status), {
    path: ["status"],
    message: "Choose a status of this kind.",
  });
export type PrepareTestForm = z.input<typeof prepareTestInput>;
export type PrepareTestInput = z.output<typeof prepareTestInput>;

/** A test as listed in the history. */
export const testRowView = z.object({
  id: z.uuid(),
  kind: z.enum(TEST_KINDS),
  status: z.string(),
  objectId: z.uuid().nullable(),
  currency: z.string(),
  network: z.string(),
  url: z.string(),
  createdAt: z.iso.datetime(),
  /** `shown`: prepared and not sent; `queued`: waiting for a worker. */
  state: z.enum(["shown", "queued", "answered"]),
  /** Null before the response, and if there was none. */
  httpStatus: z.number().int().nullable(),
  error: z.string().nullable(),
  durationMs: z.number().int().nullable(),
});
export type TestRowView = z.output<typeof testRowView>;

/** A test with its bytes. */
export const testView = testRowView.extend({
  /** The exact bytes to be sent, or sent. */
  body: z.string(),
  sign: z.string(),
  requestHeaders: headerList,
  /** Deadline for sending it unchanged. */
  sendBefore: z.iso.datetime(),
  startedAt: z.iso.datetime().nullable(),
  responseHeaders: headerList.nullable(),
  /** First 2 KiB. */
  responseExcerpt: z.string().nullable(),
});
export type TestView = z.output<typeof testView>;

export const testPageView = z.object({ items: z.array(testRowView), nextCursor: z.string().nullable() });
export type TestPageView = z.output<typeof testPageView>;

export const testListQuery = z.object({
  cursor: rowNumber.optional(),
});

/** Initial state of the console. */
export type TestConsoleOptions = {
  /** URL of the merchant's newest real webhook; empty if there is none. */
  readonly url: string;
  readonly services: readonly { readonly currency: string; readonly network: string; readonly networkName: string }[];
};
