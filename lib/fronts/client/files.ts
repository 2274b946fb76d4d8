import { z } from "zod";
import { fetchFile, fetchJson, RequestFailure, withSearch } from "@/lib/fronts/client/fetch-json";
import { rpc } from "@/lib/fronts/client/rpc";
import type { AuditFilter } from "@/lib/kernel/audit-log/schema";
import type { StatementGroup } from "@/lib/ledger/statements/schema";
import { batchCheckView } from "@/lib/money-out/payout-batches/schema";
import { LOGO_FILE_BYTES_MAX, LOGO_FILE_TOO_LARGE } from "@/lib/people/brands/schema";
import type { importListForm } from "@/lib/people/screening/schema";

const REFRESH_MS = 30_000;

/** A statement as named in the address bar: days in the viewer's time zone, both inclusive. */
export type StatementChoice = {
  readonly coin: string;
  readonly wallet: "business" | "personal";
  readonly group: StatementGroup | null;
  /** `2026-11-21` */
  readonly from: string | null;
  readonly to: string | null;
};

export function statementQuery(choice: StatementChoice) {
  const { businessStatement, personalStatement } = rpc.balances;
  const statement = choice.wallet === "personal" ? personalStatement : businessStatement;
  return statement.infiniteQueryOptions(searchOf(choice), { refetchInterval: REFRESH_MS });
}

/** Path of the same statement as a table. */
export function statementExportPath(choice: StatementChoice): string {
  const folder = choice.wallet === "personal" ? "/api/balances/personal" : "/api/balances";
  return withSearch(`${folder}/statement/export`, searchOf(choice));
}

export const journalPaths = {
  merchant: () => "/api/balances/journal",
  installation: () => "/api/operator/journal",
} as const;

function searchOf({ coin, group, from, to }: StatementChoice) {
  return { coin, group, from: startOfDay(from, 0), to: startOfDay(to, 1) };
}

/**
 * Returns the start of a day, or of a day after it, in the viewer's time zone; null for an invalid
 * day.
 */
export function startOfDay(day: string | null, daysLater: number): string | null {
  const [, year, month, date] = /^([1-9]\d{3})-(\d\d)-(\d\d)$/.exec(day ?? "") ?? [];
  if (year === undefined || month === undefined || date === undefined) return null;
  const parts = [year, month, date].map((part) => Number.parseInt(part, 10));
  const [y = 0, m = 0, d = 0] = parts;
  return new Date(y, m - 1, d + daysLater).toISOString();
}

/** Whose log: the current merchant's, or the installation's. */
export type AuditScope = "merchant" | "operator";

const PATHS = { merchant: "/api/audit", operator: "/api/operator/audit" } as const;

export const auditQueries = {
  list: (scope: AuditScope, filter: AuditFilter) =>
    scope === "operator"
      ? rpc.operator.audit.list.infiniteQueryOptions(filter)
      : rpc.audit.list.infiniteQueryOptions(filter),
};

/** Returns the path of the file with the same entries. */
export function auditExport(scope: AuditScope, filter: AuditFilter): string {
  return withSearch(`${PATHS[scope]}/export`, filter);
}

/**
 * Rejects a file that is too large before sending: a server that stops reading looks like one that
 * does not respond. @throws RequestFailure
 */
export async function uploadLogo(file: Blob) {
  if (file.size > LOGO_FILE_BYTES_MAX) throw new RequestFailure(0, "body_too_large", LOGO_FILE_TOO_LARGE);
  return fetchJson("/api/merchant/brand/logo", z.object({ hash: z.string() }), { method: "POST", file });
}

/**
 * Returns the path of a sample payment page with the saved branding, but a colour that may be
 * unsaved; null: the page's own.
 */
export function previewPath(accent: string | null): string {
  return withSearch("/brand/preview", { accent: accent ?? "own" });
}

export type ImportForm = z.output<typeof importListForm>;

/** Imports a file as a new list of addresses, or as the next version of an existing one. */
export function importScreeningList({ name, format, text, file }: ImportForm) {
  const url = withSearch("/api/operator/screening", { name, format });
  return fetchJson(url, z.object({}), { method: "POST", file: file ?? text });
}

export const batchPaths = {
  template: () => "/api/payout-batches/template",
  export: (id: string) => `/api/payout-batches/${encodeURIComponent(id)}/export`,
};

/** Uploads a batch for checking. Creates no payouts. */
export function uploadBatch({ name, content }: { name: string; content: Blob | string }) {
  const path = withSearch("/api/payout-batches", { fileName: name });
  return fetchJson(path, batchCheckView, { method: "POST", file: content });
}

/**
 * Returns a document that a payer sent with their answers. Each read is audited, so only a button
 * requests it, never a page load.
 */
export function readDocument(id: string, documentId: string): Promise<Blob> {
  const questionnaire = `/api/operator/questionnaires/${encodeURIComponent(id)}`;
  return fetchFile(`${questionnaire}/documents/${encodeURIComponent(documentId)}`);
}
