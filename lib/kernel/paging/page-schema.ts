import { isLosslessNumber } from "lossless-json";
import { z } from "zod";
import { withWireSchema } from "@/lib/kernel/lenient-input";

/** Rows on a page of the machine API's lists. */
export const PAGE_SIZE = 15;

/** `2024-03-27 9:05:00`, as the interface asks for it: the hour with one digit or two. */
const WIRE_DATE = /^(\d{4})-(\d\d)-(\d\d) (\d{1,2}):(\d\d):(\d\d)$/;
/** The clock of every time on the wire. */
const WIRE_OFFSET = "+03:00";
/**
 * PostgreSQL does not read the years before the year 1 as JavaScript writes them, and clients have
 * zero dates that lie there.
 */
const EARLIEST = new Date("0001-01-01T00:00:00Z");

/**
 * A moment at UTC+3, null when absent; anything else that is no real date is `validation.regex`.
 */
const wireDate = withWireSchema(
  z
    .preprocess(
      (value) => (value === null || value === "" ? undefined : value),
      z.string({ error: () => "validation.regex" }).optional(),
    )
    .transform((text, context): Date | null => {
      if (text === undefined) return null;
      const date = parseWireDate(text);
      if (date !== null) return date;
      context.addIssue({ code: "custom", message: "validation.regex" });
      return z.NEVER;
    }),
  {
    type: ["string", "null"],
    pattern: WIRE_DATE.source,
    description: "`YYYY-MM-DD H:mm:ss` at UTC+3, the clock of every time in the answers. Included.",
  },
);

function parseWireDate(text: string): Date | null {
  const [, year, month, day, hour, minute, second] = WIRE_DATE.exec(text) ?? [];
  if (year === undefined || hour === undefined) return null;
  const local = `${year}-${month}-${day}T${hour.padStart(2, "0")}:${minute}:${second}`;
  const asUtc = new Date(`${local}Z`);
  // JavaScript moves 30 February on to March; a date that changes by being read is none.
  if (Number.isNaN(asUtc.getTime()) || asUtc.toISOString().slice(0, 19) !== local) return null;
  const date = new Date(`${local}${WIRE_OFFSET}`);
  return date < EARLIEST ? EARLIEST : date;
}

/**
 * Clients send page numbers and worse here. What is no cursor is ignored further on, so nothing is
 * refused.
 */
const cursorText = withWireSchema(
  z.preprocess((value) => toText(value), z.string().nullable()),
  {
    type: ["string", "null"],
    description: "`nextCursor` or `previousCursor` of an earlier answer. May stand in the query string instead.",
  },
);

function toText(value: unknown): string | null {
  if (isLosslessNumber(value)) return value.value;
  return typeof value === "string" ? value : null;
}

/** What `payment/list` and `payout/list` take. */
export const listInput = z.object({ date_from: wireDate, date_to: wireDate, cursor: cursorText });

export type ListInput = z.output<typeof listInput>;

const paginateView = z
  .strictObject({
    count: z.int().describe("Items on this page"),
    hasPages: z.boolean().describe("Whether there is a page before or after this one"),
    nextCursor: z.string().nullable().describe("Older items; null at the end"),
    previousCursor: z.string().nullable().describe("Newer items; null at the beginning"),
    perPage: z.int(),
  })
  .meta({ id: "Paginate" });

export type PaginateView = z.output<typeof paginateView>;

/** A page of a list, newest first. Further members (`merchant_uuid`) by `.extend`. */
export function pageView<Item extends z.ZodType>(item: Item) {
  return z.strictObject({ items: z.array(item), paginate: paginateView });
}
