import { parseArgs } from "node:util";
import { databaseCheck } from "@/lib/fronts/doctor/database-checks";
import { directChecks } from "@/lib/fronts/doctor/direct-checks";
import { causeText } from "@/lib/fronts/doctor/format-text";
import { reportText, runDoctor } from "@/lib/fronts/doctor/run-doctor";
import { type DoctorView, findingView } from "@/lib/fronts/doctor/schema";
import { closeDatabase } from "@/lib/kernel/db";
import { adoptValidSettings, env } from "@/lib/kernel/env";
import { preflightChecks } from "@/lib/run/preflight/preflight-checks";
import type { Scope } from "@/lib/run/preflight/scope";

/**
 * `npm run doctor`: reports problems and how to fix them. `--preflight`: before the first start,
 * `--for web|worker` for the settings of one process, `--backups FOLDER` to check it as well. Exit
 * code 1 if there is an error or a critical problem, 2 if the checks could not run.
 */
/** A new process starts cold, often on a busy machine: a late response is still a response. */
const CHECK_MS_MAX = 20_000;
/** What is asked outside is given up after four seconds. */
const PREFLIGHT_CHECK_MS_MAX = 10_000;
const PREFLIGHT_MS_MAX = 30_000;

const USAGE = "usage: npm run doctor -- [--json] [--preflight [--for web|worker] [--backups FOLDER]]";

function readOptions() {
  const { values } = parseArgs({
    options: {
      json: { type: "boolean", default: false },
      preflight: { type: "boolean", default: false },
      for: { type: "string" },
      backups: { type: "string" },
    },
  });
  const { json, preflight, backups = null } = values;
  const scope = readScope(values.for);
  if (!preflight && (scope ?? backups) !== null) throw new Error("--for and --backups need --preflight");
  return { json, preflight, scope, backups };
}

function readScope(text: string | undefined): Scope {
  if (text === undefined) return null;
  if (text === "web" || text === "worker") return text;
  throw new Error(`--for ${text}: expected web or worker`);
}

type Options = ReturnType<typeof readOptions>;

async function preflight({ scope, backups }: Options): Promise<DoctorView> {
  const options = { scope, backups, folder: process.cwd() };
  const [database, others] = await preflightChecks(adoptValidSettings(), options);
  return runDoctor(database, others, { now: new Date(), request: null, checkMsMax: PREFLIGHT_CHECK_MS_MAX });
}

async function examine(): Promise<DoctorView> {
  const now = new Date();
  try {
    return await runDoctor(databaseCheck, directChecks(env()), { now, request: null, checkMsMax: CHECK_MS_MAX });
  } catch (error) {
    const finding = findingView.parse({
      id: "settings",
      group: "settings",
      name: "Settings",
      state: "error",
      summary: `The settings could not be read: ${causeText(error)}.`,
      remedy: "Fix the named setting; .env.example lists all of them.",
      measured: null,
      since: null,
    });
    return { state: "error", findings: [finding], checkedAt: now.toISOString(), tookMs: 0 };
  }
}

function giveUp(text: string): never {
  process.stderr.write(`${text}\n`);
  process.exit(2);
}

try {
  const options = readOptions();
  if (options.preflight)
    setTimeout(() => giveUp(`not finished within ${PREFLIGHT_MS_MAX} ms`), PREFLIGHT_MS_MAX).unref();
  const report = await (options.preflight ? preflight(options) : examine());
  process.stdout.write(options.json ? `${JSON.stringify(report, null, 2)}\n` : reportText(report));
  process.exitCode = report.state === "error" || report.state === "critical" ? 1 : 0;
} catch (error) {
  giveUp(`${causeText(error)}\n${USAGE}`);
}
// Unresponsive checks hold connections open: exit without waiting for them.
setTimeout(() => process.exit(), 1_000).unref();
await closeDatabase().catch(() => undefined);
