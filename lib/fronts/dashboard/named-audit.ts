import { type NamelessObject, type ObjectName, selectObjectNames } from "@/lib/fronts/dashboard/audit-names-repo";
import { objectKind, objectLabel, objectPath } from "@/lib/fronts/dashboard/audit-objects";
import type { NamedAuditEntry, NamedAuditPage } from "@/lib/fronts/dashboard/named-audit-schema";
import { type AuditViewer, listAudit, listAuditAfter } from "@/lib/kernel/audit-log/queries";
import type { AuditEntryView, AuditFilter, AuditQuery } from "@/lib/kernel/audit-log/schema";
import { oneLine } from "@/lib/kernel/one-line";
import { UUID } from "@/lib/kernel/paging/list-window-repo";

/** People give names of any length and content. */
const NAME_CHARACTERS_MAX = 80;

/** Returns a page of the log, newest first, with the names of its objects. */
export async function listNamedAudit(viewer: AuditViewer, query: AuditQuery): Promise<NamedAuditPage> {
  const { items, nextCursor } = await listAudit(viewer, query);
  return { items: [...(await withNames(viewer, items))], nextCursor };
}

/** Returns the entries after the given one with their names, for a complete export. */
export async function listNamedAuditAfter(
  viewer: AuditViewer,
  filter: AuditFilter,
  last: AuditEntryView | null,
  take: number,
): Promise<readonly NamedAuditEntry[]> {
  return withNames(viewer, await listAuditAfter(viewer, filter, last, take));
}

async function withNames(viewer: AuditViewer, entries: readonly AuditEntryView[]): Promise<readonly NamedAuditEntry[]> {
  const asked = entries.map((entry) => toObject(viewer, entry));
  const names = await selectObjectNames(asked.filter((object) => object !== null));
  const byKey = new Map(names.map((name) => [keyOf(name.asked, name.id, name.merchant_id), name]));
  return entries.map((entry, index) => {
    const object = asked[index];
    const name = object && byKey.get(keyOf(object.kind, object.id, object.merchantId));
    return { ...entry, object: name ? toView(viewer, name) : null };
  });
}

function toObject(viewer: AuditViewer, { action, target, merchantId }: AuditEntryView): NamelessObject | null {
  const kind = objectKind(action);
  if (kind === null || target === null || !UUID.test(target)) return null;
  const id = target.toLowerCase();
  if (viewer !== "operator") return { kind, id, merchantId: viewer.merchantId };
  // A person who has left the merchant is still named to the operator.
  return { kind, id, merchantId: kind === "person" ? null : merchantId };
}

function keyOf(kind: string, id: string, merchantId: string | null): string {
  return `${kind} ${id} ${merchantId ?? ""}`;
}

function toView(viewer: AuditViewer, { shown, page_id, name }: ObjectName): NonNullable<NamedAuditEntry["object"]> {
  return {
    label: objectLabel(shown),
    name: oneLine(name, NAME_CHARACTERS_MAX),
    path: objectPath(viewer === "operator" ? "operator" : "merchant", shown, page_id),
  };
}
