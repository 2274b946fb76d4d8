import { parseArgs } from "node:util";
import { databaseCheck } from "@/lib/fronts/doctor/database-checks";
import { directChecks } from "@/lib/fronts/doctor/direct-checks";
import { causeText } from "@/lib/fronts/doctor/format-text";
import { reportText, runDoctor } from "@/lib/fronts/doctor/run-doctor";
import { type DoctorView, findingView } from "@/lib/fronts/doctor/schema";
import { closeDatabase } from "@/lib/kernel/db";
import { env } from "@/lib/kernel/env";

/**
 * `npm run doctor`: reports problems and how to fix them. Exit code 1 if there is an error or a
 * critical problem.
 */
/** A new process starts cold, often on a busy machine: a late response is still a response. */
const CHECK_MS_MAX = 20_000;

const { values } = parseArgs({ options: { json: { type: "boolean", default: false } } });

async function findOut(): Promise<DoctorView> {
  const now = new Date();
  try {
    return await runDoctor(databaseCheck, directChecks(env()), { now, request: null, checkMsMax: CHECK_MS_MAX });
  } catch (error) {
    const finding = findingView.parse({
      id: "settings",
      group: "safety",
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

const report = await findOut();
process.stdout.write(values.json ? `${JSON.stringify(report, null, 2)}\n` : reportText(report));
process.exitCode = report.state === "error" || report.state === "critical" ? 1 : 0;
// Unresponsive checks hold connections open: exit without waiting for them.
setTimeout(() => process.exit(), 1_000).unref();
await closeDatabase().catch(() => undefined);
