import { fieldWords, valueWords } from "@/lib/audit/field-words";
import type { AuditChange } from "@/lib/audit/schema";

type Fields = Readonly<Record<string, unknown>>;

/** Every field of either side in the words of a person, in the order in which it was written; what says nothing on both sides is left out. Pure. */
export function auditDiff(before: unknown, after: unknown): AuditChange[] {
  const [was, is] = [fieldsOf(before), fieldsOf(after)];
  return [...new Set([...Object.keys(was), ...Object.keys(is)])]
    .map((name) => ({ field: fieldWords(name), before: valueWords(was[name]), after: valueWords(is[name]) }))
    .filter((change) => change.before !== change.after);
}

/** What else was written down of it. Pure. */
export function auditFacts(detail: unknown): { field: string; value: string }[] {
  return Object.entries(fieldsOf(detail)).flatMap(([name, given]) => {
    const value = valueWords(given);
    return value === null ? [] : [{ field: fieldWords(name), value }];
  });
}

function fieldsOf(value: unknown): Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
}
