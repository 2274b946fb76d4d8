import { z } from "zod";
import { auditEntryView, auditPageView } from "@/lib/kernel/audit-log/schema";

/** Entries of the audit log as the pages show them. Safe for the browser. */

export const namedAuditEntry = auditEntryView.extend({
  /**
   * The object of the action by a name that people know; null if it has none, or if it no longer
   * exists. Its id is `target`.
   */
  object: z
    .object({
      /** What it is: "Invoice". Empty where the name says it. */
      label: z.string(),
      name: z.string(),
      /** The path of its page; null if the viewer has none. */
      path: z.string().nullable(),
    })
    .nullable(),
});
export type NamedAuditEntry = z.output<typeof namedAuditEntry>;

export const namedAuditPage = auditPageView.extend({ items: z.array(namedAuditEntry) });
export type NamedAuditPage = z.output<typeof namedAuditPage>;

/** Names the object in one line: "Invoice order-1234". */
export function objectText({ label, name }: NonNullable<NamedAuditEntry["object"]>): string {
  return label === "" ? name : `${label} ${name}`;
}
