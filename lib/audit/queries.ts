import { auditWords } from "@/lib/audit/actions";
import { auditDiff, auditFacts } from "@/lib/audit/audit-diff";
import {
  type AuditActor,
  type AuditRow,
  selectActors,
  selectAuditPage,
  selectAuditPeople,
  selectMemberIds,
  selectMerchantNamesOf,
} from "@/lib/audit/repo";
import {
  AUDIT_PAGE_SIZE,
  type AuditEntryView,
  type AuditFilter,
  type AuditPage,
  type AuditPerson,
  type AuditQuery,
} from "@/lib/audit/schema";

/** Who looks: a merchant at what concerns it, or the operator at everything. */
export type AuditViewer = { readonly merchantId: string } | "operator";

/** A page of the log, newest first. */
export async function listAudit(viewer: AuditViewer, { cursor, ...filter }: AuditQuery): Promise<AuditPage> {
  const before = cursor === undefined ? null : BigInt(cursor);
  // One more than shown tells whether there is a next page.
  const rows = await selectAuditPage(merchantOf(viewer), filter, { before, take: AUDIT_PAGE_SIZE + 1 });
  const shown = rows.slice(0, AUDIT_PAGE_SIZE);
  const last = rows.length > shown.length ? shown.at(-1) : undefined;
  return { items: await toViews(viewer, shown), nextCursor: last ? String(last.id) : null };
}

/** The entries that follow one (the newest at first), for a file of all. */
export async function listAuditAfter(
  viewer: AuditViewer,
  filter: AuditFilter,
  last: AuditEntryView | null,
  take: number,
): Promise<readonly AuditEntryView[]> {
  const before = last === null ? null : BigInt(last.id);
  return toViews(viewer, await selectAuditPage(merchantOf(viewer), filter, { before, take }));
}

/** Whom the log can be narrowed to. */
export function listAuditPeople(viewer: AuditViewer): Promise<AuditPerson[]> {
  return selectAuditPeople(merchantOf(viewer));
}

function merchantOf(viewer: AuditViewer): string | null {
  return viewer === "operator" ? null : viewer.merchantId;
}

async function toViews(viewer: AuditViewer, rows: readonly AuditRow[]): Promise<AuditEntryView[]> {
  const actorIds = [...new Set(rows.flatMap(({ actorId }) => actorId ?? []))];
  const merchantIds = [...new Set(rows.flatMap(({ merchantId }) => merchantId ?? []))];
  const isOperator = viewer === "operator";
  const [actors, members, merchants] = await Promise.all([
    selectActors(actorIds),
    isOperator ? new Set<string>() : selectMemberIds(viewer.merchantId, actorIds),
    isOperator ? selectMerchantNamesOf(merchantIds) : new Map<string, string>(),
  ]);
  return rows.map((row) => {
    const actor = row.actorId === null ? undefined : actors.get(row.actorId);
    // A merchant is told that the operator acted, not which person that is or from where.
    const isHidden = !isOperator && actor?.isOperator === true && !members.has(actor.id);
    return {
      id: String(row.id),
      at: row.at.toISOString(),
      who: isHidden ? { name: "The operator", email: null } : whoDid(row, actor),
      ip: isHidden ? null : row.ip,
      action: row.action,
      words: auditWords(row.action),
      target: row.target,
      merchant: (row.merchantId && merchants.get(row.merchantId)) ?? null,
      changes: auditDiff(row.before, row.after),
      facts: auditFacts(row.detail),
    };
  });
}

/** Where no person did it, a program of the shop did, or the gateway by its own rules. */
function whoDid({ actorId, ip }: AuditRow, actor: AuditActor | undefined): AuditEntryView["who"] {
  if (actor !== undefined) return { name: actor.name, email: actor.email };
  if (actorId !== null) return { name: "Somebody who is no longer here", email: null };
  return { name: ip === null ? "The gateway" : "The machine API", email: null };
}
