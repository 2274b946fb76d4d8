import { withTimeLimit } from "@/lib/chains/limits";
import { type Check, type CheckContext, errorFinding, type Finding, warningFinding } from "@/lib/fronts/doctor/check";
import { causeText, countText } from "@/lib/fronts/doctor/format-text";
import {
  type DoctorView,
  FINDING_GROUPS,
  FINDING_STATES,
  type FindingView,
  GROUP_NAMES,
} from "@/lib/fronts/doctor/schema";

/**
 * Time limit of the database check, which runs first, and of each of the others, which run in
 * parallel, unless it has its own.
 */
const CHECK_MS_MAX = 2_400;

export type DoctorOptions = Pick<CheckContext, "now" | "request"> & { readonly checkMsMax?: number };

/**
 * Runs every check and returns the findings in the order given. `database` runs first: if it fails,
 * checks that need it are skipped and reported as unknown. A check that times out or fails is a
 * finding too. Changes nothing.
 */
export async function runDoctor(
  database: Check,
  others: readonly Check[],
  options: DoctorOptions,
): Promise<DoctorView> {
  const begun = performance.now();
  const first = await askCheck(database, options);
  const isDatabaseThere = first.every(({ state }) => state === "ok" || state === "warning");
  const askable = isDatabaseThere ? others : others.filter(({ needsDatabase }) => !needsDatabase);
  const rest = await Promise.all(askable.map((check) => askCheck(check, options)));
  const unasked = others.filter((check) => !askable.includes(check));
  const findings = [...first, ...(unasked.length === 0 ? [] : [unknown(unasked)]), ...rest.flat()];
  return {
    state: worstOf(findings),
    findings,
    checkedAt: options.now.toISOString(),
    tookMs: Math.round(performance.now() - begun),
  };
}

/** Returns the worst state; `ok` if there are no findings. */
export function worstOf(findings: readonly Pick<FindingView, "state">[]): FindingView["state"] {
  return FINDING_STATES.findLast((state) => findings.some((finding) => finding.state === state)) ?? "ok";
}

async function askCheck(
  check: Check,
  { now, request, checkMsMax = CHECK_MS_MAX }: DoctorOptions,
): Promise<FindingView[]> {
  const never = new AbortController().signal;
  try {
    const found = await withTimeLimit(check.msMax ?? checkMsMax, never, (signal) =>
      Promise.race([check.run({ now, request, signal }), whenAborted(signal)]),
    );
    return found.map((finding) => toView(check, finding));
  } catch (error) {
    return [toView(check, failed(check, error))];
  }
}

/** Database queries ignore the signal, so this rejects without waiting for them. */
function whenAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}

function failed(check: Check, error: unknown): Finding {
  if (check.id === "database")
    return errorFinding(check, `The database does not respond: ${causeText(error)}.`, DATABASE_REMEDY);
  return warningFinding(
    check,
    `The check failed: ${causeText(error)}.`,
    "Run the checks again. If this continues, the database is overloaded or a migration is missing: check its log.",
  );
}

const DATABASE_REMEDY =
  "Start PostgreSQL, and check that DATABASE_URL matches its address. Nothing else works until it responds.";

function unknown(unasked: readonly Check[]): FindingView {
  const subject = { id: "unknown", group: "database" as const, name: "Other checks" };
  const names = unasked.map(({ name }) => name.toLowerCase()).join(", ");
  return toView(
    subject,
    warningFinding(subject, `Unknown while the database does not respond: ${names}.`, "Fix that first."),
  );
}

function toView(check: Pick<Check, "group">, { since, ...finding }: Finding): FindingView {
  return { ...finding, group: check.group, since: since?.toISOString() ?? null };
}

const STATE_LABELS = { ok: "OK      ", warning: "WARNING ", error: "ERROR   ", critical: "CRITICAL" } as const;

/**
 * Formats the findings for a terminal: grouped, with the remedy of each that is not `ok`, and the
 * counts at the end. Pure.
 */
export function reportText({ findings, tookMs }: Pick<DoctorView, "findings" | "tookMs">): string {
  const groups = FINDING_GROUPS.map((group) => ({ group, own: findings.filter((finding) => finding.group === group) }));
  const told = groups
    .filter(({ own }) => own.length > 0)
    .map(({ group, own }) => [GROUP_NAMES[group], ...own.map(findingText)].join("\n"));
  const count = (state: FindingView["state"]) => findings.filter((finding) => finding.state === state).length;
  const sum = `${count("critical")} critical, ${countText(count("error"), "error", "errors")}, ${countText(count("warning"), "warning", "warnings")}, ${count("ok")} OK (${tookMs} ms)`;
  return `${[...told, sum].join("\n\n")}\n`;
}

function findingText({ state, name, summary, measured, since, remedy }: FindingView): string {
  const facts = [...(measured === null ? [] : [measured]), ...(since === null ? [] : [`since ${since}`])].join("; ");
  const line = `  ${STATE_LABELS[state]}  ${name}: ${summary}${facts === "" ? "" : ` (${facts})`}`;
  return remedy === null ? line : `${line}\n            ${remedy}`;
}
