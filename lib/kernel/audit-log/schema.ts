import { z } from "zod";
import { AUDIT_KINDS, type AuditKind } from "@/lib/kernel/audit-log/actions";
import { listMoment, rowNumber } from "@/lib/kernel/paging/list-schema";

/** Inputs and outputs of the audit log's pages. Safe for the browser. */

export const AUDIT_PAGE_SIZE = 25;
const SEARCH_CHARACTERS_MAX = 128;

/** An empty value in the query string means absent. */
const optionally = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (value === "" ? undefined : value), schema.optional());

const kinds = Object.keys(AUDIT_KINDS) as [AuditKind, ...AuditKind[]];

export const auditFilter = z.object({
  /** A user's id. */
  person: optionally(z.uuid()),
  kind: optionally(z.enum(kinds)),
  /**
   * From the first time (inclusive) to the second (exclusive): a viewer's days begin in the
   * viewer's own zone.
   */
  from: optionally(listMoment),
  to: optionally(listMoment),
  /** The complete id of the affected object. */
  q: optionally(z.string().trim().max(SEARCH_CHARACTERS_MAX)),
});
export type AuditFilter = z.output<typeof auditFilter>;

export const auditQuery = auditFilter.extend({
  /** `nextCursor` of the previous page. */
  cursor: rowNumber.optional(),
});
export type AuditQuery = z.output<typeof auditQuery>;

/** A changed field: null if it was, or is, empty. */
const auditChange = z.object({ field: z.string(), before: z.string().nullable(), after: z.string().nullable() });
export type AuditChange = z.output<typeof auditChange>;

export const auditEntryView = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  /** The actor's name, and their e-mail address if it may be shown. */
  who: z.object({ name: z.string(), email: z.string().nullable() }),
  /** IP address of the request; null without a request, or if it may not be shown. */
  ip: z.string().nullable(),
  action: z.string(),
  /** What was done, as text. */
  label: z.string(),
  target: z.string().nullable(),
  /** The merchant of the entry; null if there is none. */
  merchantId: z.uuid().nullable(),
  /** Its name; null if there is none, and in a merchant's own log. */
  merchant: z.string().nullable(),
  changes: z.array(auditChange),
  facts: z.array(z.object({ field: z.string(), value: z.string() })),
});
export type AuditEntryView = z.output<typeof auditEntryView>;

export const auditPageView = z.object({ items: z.array(auditEntryView), nextCursor: z.string().nullable() });
export type AuditPage = z.output<typeof auditPageView>;

/** A user by whom the log can be filtered. */
export const auditPerson = z.object({ id: z.uuid(), name: z.string() });
export type AuditPerson = z.output<typeof auditPerson>;
