import { auditLabel } from "@/lib/kernel/audit-log/actions";
import {
  type AuditActor,
  type AuditRow,
  selectActors,
  selectAuditPage,
  selectAuditPeople,
  selectMemberIds,
  selectMerchantNamesOf,
} from "@/lib/kernel/audit-log/repo";
import {
  AUDIT_PAGE_SIZE,
  type AuditChange,
  type AuditEntryView,
  type AuditFilter,
  type AuditPage,
  type AuditPerson,
  type AuditQuery,
} from "@/lib/kernel/audit-log/schema";

/** Labels of fields and formatting of their values. Pure. */

/** For names that are not clear themselves. */
const FIELD_LABELS: Readonly<Record<string, string>> = {
  approvalAboveUsd: "Approval required above, in USD",
  dailyLimitUsd: "24-hour limit, in USD",
  refundCeilingUsd: "24-hour limit for refunds to other addresses, in USD",
  refundsNeedPayoutKey: "API refunds require the payout key",
  callsNeedTimedSignature: "API requests require x-signature",
  email: "E-mail",
  latePolicy: "Late payments",
  lateDriftPercent: "Maximum rate change, in percent",
  payerMayRefresh: "Payers can request a new price",
  refundRequestPolicy: "Refund requests",
  coins: "Accepted coins",
  min: "Minimum",
  max: "Maximum",
  discount: "Discount, in percent",
  requestedRateSource: "Rate source",
  // Entries of earlier versions.
  courseSource: "Rate source",
  clientLibrary: "Client library",
  webhookUrl: "Default webhook URL",
  embedOrigins: "Sites that can embed the payment page",
  accent: "Colour",
  isForceRefund: "Refund held payments",
  isOn: "Converted to USDT",
  endsAt: "Expires",
  overlapSeconds: "Overlap with the previous key, in seconds",
  networkCode: "Network",
  currencyCode: "Currency",
  creditTo: "Credited to",
  refund: "Refund",
  request: "Request",
};

/** Converts `supportContact` to "Support contact". */
export function fieldLabel(name: string): string {
  const known = new Map(Object.entries(FIELD_LABELS)).get(name);
  if (known !== undefined) return known;
  const spaced = name
    .replace(/^(is|has|are)(?=[A-Z])/, "")
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replaceAll(/[_-]/g, " ")
    .toLowerCase();
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}

/** Formats a field's value; null for none, including an empty text or list. */
export function valueText(value: unknown): string | null {
  if (value === null || value === undefined || value === "") return null;
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value)) return value.length === 0 ? null : value.map(String).join(", ");
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** The viewer: a merchant sees its own entries, the operator all. */
export type AuditViewer = { readonly merchantId: string } | "operator";

/** Returns a page of the log, newest first. */
export async function listAudit(viewer: AuditViewer, { cursor, ...filter }: AuditQuery): Promise<AuditPage> {
  const before = cursor === undefined ? null : BigInt(cursor);
  // Reads one more than shown to detect a next page.
  const rows = await selectAuditPage(merchantOf(viewer), filter, { before, take: AUDIT_PAGE_SIZE + 1 });
  const shown = rows.slice(0, AUDIT_PAGE_SIZE);
  const last = rows.length > shown.length ? shown.at(-1) : undefined;
  return { items: await toViews(viewer, shown), nextCursor: last ? String(last.id) : null };
}

/** Returns the entries after the given one (from the newest at first), for a complete export. */
export async function listAuditAfter(
  viewer: AuditViewer,
  filter: AuditFilter,
  last: AuditEntryView | null,
  take: number,
): Promise<readonly AuditEntryView[]> {
  const before = last === null ? null : BigInt(last.id);
  return toViews(viewer, await selectAuditPage(merchantOf(viewer), filter, { before, take }));
}

/** Returns the users by whom the log can be filtered. */
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
    // A merchant sees that the operator acted, but not who or from where.
    const isHidden = !isOperator && actor?.isOperator === true && !members.has(actor.id);
    return {
      id: String(row.id),
      at: row.at.toISOString(),
      who: isHidden ? { name: "The operator", email: null } : whoDid(row, actor),
      ip: isHidden ? null : row.ip,
      action: row.action,
      label: auditLabel(row.action),
      target: row.target,
      merchantId: row.merchantId,
      merchant: (row.merchantId && merchants.get(row.merchantId)) ?? null,
      changes: auditDiff(row.before, row.after),
      facts: auditFacts(row.detail),
    };
  });
}

/** Without a user, the actor was a program of the shop, or the gateway by its own rules. */
function whoDid({ actorId, ip }: AuditRow, actor: AuditActor | undefined): AuditEntryView["who"] {
  if (actor !== undefined) return { name: actor.name, email: actor.email };
  if (actorId !== null) return { name: "Somebody who is no longer here", email: null };
  return { name: ip === null ? "The gateway" : "The machine API", email: null };
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * Returns every field of either side with its label, in the order written, without fields that are
 * empty on both sides. Pure.
 */
export function auditDiff(before: unknown, after: unknown): AuditChange[] {
  const [was, is] = [fieldsOf(before), fieldsOf(after)];
  return [...new Set([...Object.keys(was), ...Object.keys(is)])]
    .map((name) => ({ field: fieldLabel(name), before: valueText(was[name]), after: valueText(is[name]) }))
    .filter((change) => change.before !== change.after);
}

/** Returns the other recorded details. Pure. */
export function auditFacts(detail: unknown): { field: string; value: string }[] {
  return Object.entries(fieldsOf(detail)).flatMap(([name, given]) => {
    const value = valueText(given);
    return value === null ? [] : [{ field: fieldLabel(name), value }];
  });
}

function fieldsOf(value: unknown): Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
}
