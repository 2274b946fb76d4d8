import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { bundleOnce } from "@/lib/run/worker/testing/bundle-once";
import { bundleWorker } from "@/lib/run/worker/testing/worker-process";
import { testUnless } from "@/lib/testing/unless";
import { apiEntrySource } from "@/scripts/lib/api-routes.mjs";
import { whyNoPgbackrest } from "@/scripts/lib/drill/pgbackrest-store.mjs";

const ROOT = join(import.meta.dirname, "../../..");
const REPORT_BYTES_MAX = 1_000_000;

type Report = {
  readonly tables: number;
  readonly found: readonly string[];
  readonly invoices: readonly string[];
  readonly sent: readonly string[];
  readonly custody: readonly string[];
  readonly alarms: readonly string[];
  readonly unexplained: readonly string[];
};

async function programs(): Promise<readonly string[]> {
  const api = { contents: apiEntrySource(), resolveDir: ROOT, loader: "ts" } as const;
  const files = {
    api: await bundleOnce("api", { stdin: api }),
    worker: await bundleWorker(),
    seed: await bundleOnce("seed", { entryPoints: ["lib/run/commands/seed-main.ts"] }),
    audit: await bundleOnce("audit", { entryPoints: ["lib/run/commands/audit-main.ts"] }),
  };
  return Object.entries(files).flatMap(([name, file]) => ["--program", `${name}=${file}`]);
}

async function drill(method: string): Promise<Report> {
  const args = [join(ROOT, "scripts/drill.mjs"), "--json", "--only", method, ...(await programs())];
  const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: REPORT_BYTES_MAX });
  const [report, ...others]: Report[] = JSON.parse(stdout);
  if (report === undefined || others.length > 0) throw new Error(`expected one report: ${stdout}`);
  return report;
}

/**
 * Of the invoices one was open at the moment, three are of later; of the payouts one waited then.
 */
function expectWhatHappened({ tables, found, invoices, sent, custody, alarms, unexplained }: Report): void {
  expect(unexplained).toEqual([]);
  expect(tables).toBeGreaterThan(50);
  const outcomes = found.map((line) => line.replace(/ on eth to 0x\w+/, "").replace(/ [\w-]{36}$/, ""));
  expect(outcomes.sort()).toEqual(['12 USDT: case "unmatched"', "15 USDT: paid invoice", '7 USDT: case "unmatched"']);
  expect(invoices).toHaveLength(3);
  const payouts = sent.filter((line) => line.startsWith("payout"));
  expect(payouts.map((line) => line.slice(0, 20)).sort()).toEqual(["payout of 3 USDT on ", "payout of 5 USDT on "]);
  expect(custody.some((line) => line.startsWith("hot USDT on eth"))).toBe(true);
  expect(alarms.some((line) => line.startsWith("backup-restored"))).toBe(true);
}

testUnless(whyNoPgbackrest())(
  "a database that pgBackRest restored to a moment after its backup is that moment's in every table, and afterwards lacks nothing but what happened since, all of it listed",
  async () => expectWhatHappened(await drill("pgbackrest")),
);

test("a database restored from an archive afterwards lacks nothing but what happened since, all of it listed", async () => {
  expectWhatHappened(await drill("archive"));
});
