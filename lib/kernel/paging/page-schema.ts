import { isLosslessNumber } from "lossless-json";
import { z } from "zod";
import { withWireSchema } from "@/lib/kernel/lenient-input";

/** Rows per page of the machine API's lists. */
export const PAGE_SIZE = 15;

/** `2024-03-27 9:05:00`, as in the API: the hour with one digit or two. */
const WIRE_DATE = /^(\d{4})-(\d\d)-(\d\d) (\d{1,2}):(\d\d):(\d\d)$/;
/** The UTC offset of every time in the wire format. */
const WIRE_OFFSET = "+03:00";
/**
 * PostgreSQL does not accept years before year 1 as JavaScript formats them, and some clients send
 * zero dates.
 */
const EARLIEST = new Date("0001-01-01T00:00:00Z");

/** A time at UTC+3, null when missing; anything but a real date is `validation.regex`. */
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
  // JavaScript turns 30 February into 1 or 2 March; a date that parsing changes is invalid.
  if (Number.isNaN(asUtc.getTime()) || asUtc.toISOString().slice(0, 19) !== local) return null;
  const date = new Date(`${local}${WIRE_OFFSET}`);
  return date < EARLIEST ? EARLIEST : date;
}

/**
 * Some clients send page numbers and other values. Invalid cursors are ignored later, so nothing is
 * rejected here.
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

/** Input of `payment/list` and `payout/list`. */
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

/** A page of a list, newest first. Add members (`merchant_uuid`) with `.extend`. */
export function pageView<Item extends z.ZodType>(item: Item) {
  return z.strictObject({ items: z.array(item), paginate: paginateView });
}
