import { z } from "zod";
import { AUDIT_KINDS, type AuditKind } from "@/lib/kernel/audit-log/actions";
import { listMoment, rowNumber } from "@/lib/kernel/paging/list-schema";

/** What the pages ask of the audit log and what they are told. Safe for the browser. */

export const AUDIT_PAGE_SIZE = 25;
const SEARCH_CHARACTERS_MAX = 128;

/** Left empty in the address bar it is not asked for. */
const optionally = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (value === "" ? undefined : value), schema.optional());

const kinds = Object.keys(AUDIT_KINDS) as [AuditKind, ...AuditKind[]];

export const auditFilter = z.object({
  /** The id of somebody. */
  person: optionally(z.uuid()),
  kind: optionally(z.enum(kinds)),
  /**
   * From the first moment on, and before the second: a viewer's days begin in the viewer's own
   * zone.
   */
  from: optionally(listMoment),
  to: optionally(listMoment),
  /** What it was done to: its whole id. */
  q: optionally(z.string().trim().max(SEARCH_CHARACTERS_MAX)),
});
export type AuditFilter = z.output<typeof auditFilter>;

export const auditQuery = auditFilter.extend({
  /** `nextCursor` of the page before. */
  cursor: rowNumber.optional(),
});
export type AuditQuery = z.output<typeof auditQuery>;

/** A field that was changed: null where it was, or is, nothing. */
const auditChange = z.object({ field: z.string(), before: z.string().nullable(), after: z.string().nullable() });
export type AuditChange = z.output<typeof auditChange>;

export const auditEntryView = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  /** Who did it, in words, and their address for mails where it may be told. */
  who: z.object({ name: z.string(), email: z.string().nullable() }),
  /** From where the request came; null where it was none, or where it may not be told. */
  ip: z.string().nullable(),
  action: z.string(),
  /** What was done, in plain words. */
  label: z.string(),
  target: z.string().nullable(),
  /** Name of the merchant; null where it concerns none, and to a merchant itself. */
  merchant: z.string().nullable(),
  changes: z.array(auditChange),
  facts: z.array(z.object({ field: z.string(), value: z.string() })),
});
export type AuditEntryView = z.output<typeof auditEntryView>;

export const auditPageView = z.object({ items: z.array(auditEntryView), nextCursor: z.string().nullable() });
export type AuditPage = z.output<typeof auditPageView>;

/** Somebody whom the log can be narrowed to. */
export const auditPerson = z.object({ id: z.uuid(), name: z.string() });
export type AuditPerson = z.output<typeof auditPerson>;
