import { withSearch } from "@/lib/fronts/client/fetch-json";
import { rpc } from "@/lib/fronts/client/rpc";
import type { StatementGroup } from "@/lib/ledger/statements/schema";

const REFRESH_MS = 30_000;

/** A statement as the address bar names it: days of whoever looks, both of them included. */
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

/** Where the same comes as a table. */
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

/** The first moment of a day, or of some day after it, by the clock of whoever looks; null for what is no day. */
export function startOfDay(day: string | null, daysLater: number): string | null {
  const [, year, month, date] = /^([1-9]\d{3})-(\d\d)-(\d\d)$/.exec(day ?? "") ?? [];
  if (year === undefined || month === undefined || date === undefined) return null;
  const parts = [year, month, date].map((part) => Number.parseInt(part, 10));
  const [y = 0, m = 0, d = 0] = parts;
  return new Date(y, m - 1, d + daysLater).toISOString();
}
