import { statfs } from "node:fs/promises";
import { createDriver } from "@/lib/chains/registry/create-driver";
import { type Check, errorFinding, type Finding, warningFinding } from "@/lib/fronts/doctor/check";
import { checkFreeSpace, databaseCheck, roomCheck } from "@/lib/fronts/doctor/database-checks";
import { mailAskedNow, nodesAskedNow } from "@/lib/fronts/doctor/direct-checks";
import { causeText } from "@/lib/fronts/doctor/format-text";
import { checkMailOff } from "@/lib/fronts/doctor/message-checks";
import { outflowFindings } from "@/lib/fronts/doctor/outflow-checks";
import { addressCheck, proxiesCheck } from "@/lib/fronts/doctor/safety-checks";
import { webCheck } from "@/lib/fronts/doctor/web-check";
import type { Env, GivenSettings } from "@/lib/kernel/env";
import { buildCatalog, type Catalog } from "@/lib/pricing/catalog/build-catalog";
import { driverConfigOf } from "@/lib/pricing/catalog/driver-config";
import { reviewedContent } from "@/lib/pricing/catalog/reviewed-content";
import { clockCheck, priceSourcesCheck } from "@/lib/run/preflight/outside-checks";
import { concerns, type Scope } from "@/lib/run/preflight/scope";
import { inspectSeedKeyFile, type SeedKeyFile } from "@/lib/run/preflight/seed-key-check";
import { serverChecks } from "@/lib/run/preflight/server-checks";
import { secretsCheck, settingsCheck } from "@/lib/run/preflight/setting-checks";
import { checkWitnesses } from "@/lib/run/preflight/witnesses-check";

/** A node is given up after four seconds; all are asked in parallel. */
const NODES_MS_MAX = 5_000;

export type PreflightOptions = {
  readonly scope: Scope;
  /** The project's folder. */
  readonly folder: string;
  /** The folder of backups; null: not checked. */
  readonly backups: string | null;
};

/**
 * Returns the check of the database, which runs first, and all others of an installation that was
 * not started yet: of the doctor's own those that need no running process, and those that only
 * matter now. Loads the drivers of the configured networks, which takes seconds of the processor,
 * before any time limit begins.
 */
export async function preflightChecks(
  given: GivenSettings,
  options: PreflightOptions,
): Promise<readonly [database: Check, others: readonly Check[]]> {
  const { settings } = given;
  const { scope, folder, backups } = options;
  const others = [
    settingsCheck(given, scope, folder),
    ...safetyChecks(settings, options),
    webCheck(settings.BASE_URL, { isBeforeStart: true }),
  ];
  if (concerns(scope, "worker")) others.push(...(await workerChecks(settings, scope)));
  if (backups !== null) others.push(backupFolderCheck(backups));
  if (given.problems.some(({ name }) => name === "DATABASE_URL")) return [noDatabase, others];
  return [databaseCheck, [...others, ...serverChecks(settings, scope), roomCheck]];
}

const noDatabase: Check = {
  id: "database",
  group: "database",
  name: "Database",
  needsDatabase: false,
  run: async () => [warningFinding(noDatabase, "Not checked.", "Set DATABASE_URL, then check again.")],
};

function safetyChecks(settings: Env, { scope, folder }: PreflightOptions): Check[] {
  const file = settings.SEED_KEY_FILE;
  // Only the worker opens the file; SEED_KEY takes precedence.
  const isRead = file !== undefined && settings.SEED_KEY === undefined && scope !== "web";
  const seed: SeedKeyFile | null = isRead ? inspectSeedKeyFile(file) : null;
  return [
    ...(seed === null ? [] : [fixed("seed-key-file", "safety", [seed.finding])]),
    secretsCheck(settings, seed?.key, folder),
    addressCheck,
    ...(concerns(scope, "web") ? [proxiesCheck] : []),
  ];
}

async function workerChecks(settings: Env, scope: Scope): Promise<Check[]> {
  const { nodeUrls, MAIL_FROM, SMTP_URL, MAIL_FOLDER, SANDBOX } = settings;
  const codes = Object.keys(nodeUrls);
  const catalog = buildCatalog(reviewedContent({ isSandbox: SANDBOX }));
  const hosts = await loadDrivers(catalog, nodeUrls);
  const nodes = nodesAskedNow(settings, async () => catalog, { needsDatabase: false, withHistory: true });
  // Without a scope these may be the settings of the web process, which has no mail server.
  const isMailAsked = MAIL_FROM !== undefined && (scope === "worker" || (SMTP_URL ?? MAIL_FOLDER) !== undefined);
  return [
    ...(codes.length === 0 ? [] : [{ ...nodes, msMax: NODES_MS_MAX }]),
    ...(codes.length === 0 || SANDBOX ? [] : [fixed("outflow", "safety", outflowFindings(codes, catalog))]),
    ...(hosts.size === 0 || SANDBOX ? [] : [fixed("second-nodes", "safety", [checkWitnesses(hosts)])]),
    ...(isMailAsked ? [mailAskedNow(settings)] : []),
    ...(MAIL_FROM === undefined ? [fixed("mail", "messages", [checkMailOff(SANDBOX)])] : []),
    priceSourcesCheck,
    clockCheck,
  ];
}

/** Returns the number of hosts of each network. The check of the nodes reports errors. */
async function loadDrivers(catalog: Catalog, nodeUrls: Env["nodeUrls"]): Promise<ReadonlyMap<string, number>> {
  const hosts = new Map<string, number>();
  for (const [code, urls] of Object.entries(nodeUrls)) {
    if (catalog.network(code) === null) continue;
    const driver = await createDriver(driverConfigOf(catalog, code, urls)).catch(() => null);
    if (driver !== null) hosts.set(code, driver.witnesses);
  }
  return hosts;
}

function backupFolderCheck(path: string): Check {
  const subject = { id: "backup-folder", name: "Folder of the backups" };
  return {
    ...subject,
    group: "safety",
    needsDatabase: false,
    run: async () => {
      try {
        const { bavail, blocks, bsize } = await statfs(path);
        return [checkFreeSpace(subject, { free: bavail * bsize, all: blocks * bsize })];
      } catch (error) {
        const remedy = "Create it, for the user of the backups only (chmod 700).";
        return [errorFinding(subject, `It cannot be read: ${causeText(error)}.`, remedy)];
      }
    },
  };
}

function fixed(id: string, group: Check["group"], findings: readonly Finding[]): Check {
  return { id, group, name: id, needsDatabase: false, run: async () => findings };
}
