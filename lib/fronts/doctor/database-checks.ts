import { statfs } from "node:fs/promises";
import { type Check, errorFinding, type Finding, okFinding, warningFinding } from "@/lib/fronts/doctor/check";
import { ownsTables, pingDatabase, readDatabaseRoom, readHeadTimes } from "@/lib/fronts/doctor/database-repo";
import { bytesText, causeText, durationText } from "@/lib/fronts/doctor/format-text";
import { poolerCheck } from "@/lib/fronts/doctor/pooler-check";
import { sumsCheck } from "@/lib/fronts/doctor/sums-check";
import { MIGRATION_NAMES } from "@/lib/generated/migrations";
import { CLOCK_APART_MS_MAX } from "@/lib/kernel/clock-guard";
import { database, sqlState } from "@/lib/kernel/db";
import { env } from "@/lib/kernel/env";
import { compareSchema, schemaProblem } from "@/lib/kernel/schema-check";
import { readApplied } from "@/lib/kernel/schema-repo";
import type { AppliedMigration } from "@/scripts/lib/phases.mjs";

const SLOW_MS = 1_000;
const FREE_PART_WARNING = 0.1;
const FREE_PART_ERROR = 0.03;
const CONNECTIONS_PART_WARNING = 0.85;
const SKEW_WARNING_MS = 2_000;
const AHEAD_WARNING_MS = 120_000;

/** Whether the database responds, and how fast. Runs before all other checks. */
export const databaseCheck: Check = {
  id: "database",
  group: "database",
  name: "Database",
  needsDatabase: false,
  run: async () => {
    const begun = performance.now();
    const answer = await pingDatabase().catch((error: unknown) => checkRefusal(error));
    if ("state" in answer) return [answer];
    const { version } = answer;
    const tookMs = Math.round(performance.now() - begun);
    const extras = { measured: `${tookMs} ms, PostgreSQL ${version}` };
    if (tookMs <= SLOW_MS) return [okFinding(databaseCheck, "It responds.", extras)];
    const remedy = "Find out what keeps it busy: CPU, disk, or another process on its machine.";
    return [warningFinding(databaseCheck, "It responds slowly.", remedy, extras)];
  },
};

/** What the server itself says when it does not let this process in, by SQLSTATE. */
const REFUSALS: Readonly<Record<string, string>> = {
  "28000": "Let this user in (pg_hba.conf), or correct the user in DATABASE_URL.",
  "28P01": "Correct user and password in DATABASE_URL.",
  "3D000": "Create the database, or correct its name in DATABASE_URL.",
  "42501": "Grant this user the right to connect: npm run db:migrate does, as the owner of the database.",
  "53300": "Raise max_connections of PostgreSQL, or lower DATABASE_POOL_MAX of web and workers.",
};

/** @throws the error itself if the server did not respond at all */
function checkRefusal(error: unknown): Finding {
  const remedy = REFUSALS[sqlState(error) ?? ""];
  if (remedy === undefined) throw error;
  return errorFinding(databaseCheck, `The server refuses the connection: ${causeText(error)}.`, remedy);
}

export const migrationsCheck: Check = {
  id: "migrations",
  group: "database",
  name: "Migrations",
  needsDatabase: true,
  run: async () => [checkMigrations(await readApplied(database()))],
};

/** Checks that this version can run on the schema, and that no upgrade is half done. Pure. */
export function checkMigrations(applied: readonly AppliedMigration[], known = MIGRATION_NAMES): Finding {
  const difference = compareSchema(applied, known);
  const { unfinished, pendingContract, newerExpand } = difference;
  if (unfinished.length > 0) {
    return errorFinding(
      migrationsCheck,
      `A migration started and did not finish: ${unfinished.join(", ")}.`,
      "Check the database log for the cause, then run npm run db:migrate again.",
    );
  }
  const extras = { measured: `${applied.length} applied` };
  const problem = schemaProblem(difference);
  if (problem !== null) {
    const remedy = "Run the same version everywhere, and its migrations (docs/operations.md, Upgrade).";
    return errorFinding(migrationsCheck, problem, remedy, extras);
  }
  if (newerExpand.length > 0) {
    const remedy = "Finish the upgrade, or ignore this while you are back on this version.";
    return warningFinding(migrationsCheck, "The database is prepared for a newer version.", remedy, extras);
  }
  if (pendingContract.length > 0) {
    const remedy = "Run npm run db:migrate -- --phase contract when no earlier version runs.";
    return warningFinding(migrationsCheck, "The last upgrade was not finished.", remedy, extras);
  }
  return okFinding(migrationsCheck, "The schema matches this version.", extras);
}

export const roomCheck: Check = {
  id: "room",
  group: "database",
  name: "Disk space",
  needsDatabase: true,
  run: async () => {
    const { bytes, connections, connectionsMax, dataDirectory, isLocal } = await readDatabaseRoom();
    const disk = isLocal && dataDirectory !== null ? await statfs(dataDirectory).catch(() => null) : null;
    const size = bytesText(Number.parseInt(bytes.toString(), 10));
    return [checkDisk(size, disk && { free: disk.bavail * disk.bsize, all: disk.blocks * disk.bsize })].concat(
      checkConnections(connections, connectionsMax),
    );
  },
};

/** Checks the free space of its disk, if visible from here. Pure. */
export function checkDisk(size: string, disk: { readonly free: number; readonly all: number } | null): Finding {
  const subject = { id: "room", name: "Disk space" };
  if (disk === null || disk.all === 0)
    return okFinding(subject, "The database size is known; free disk space is not visible from here.", {
      measured: size,
    });
  return checkFreeSpace(subject, disk, `${size}, `);
}

/** Checks the free space of a disk. Pure. */
export function checkFreeSpace(
  subject: { readonly id: string; readonly name: string },
  disk: { readonly free: number; readonly all: number },
  size = "",
): Finding {
  const measured = `${size}${bytesText(disk.free)} free`;
  const part = disk.free / disk.all;
  const remedy = "Use a larger disk, or remove other data from this one.";
  if (part < FREE_PART_ERROR) return errorFinding(subject, "The disk is almost full.", remedy, { measured });
  if (part < FREE_PART_WARNING) return warningFinding(subject, "The disk is filling up.", remedy, { measured });
  return okFinding(subject, "Enough free disk space.", { measured });
}

/** Checks that more processes can connect. Pure. */
export function checkConnections(used: number, most: number): Finding {
  const subject = { id: "connections", name: "Connections" };
  const extras = { measured: `${used} of ${most}` };
  if (used < most * CONNECTIONS_PART_WARNING) return okFinding(subject, "Connections are available.", extras);
  const remedy = "Raise max_connections of PostgreSQL, or lower DATABASE_POOL_MAX of web and workers.";
  return warningFinding(subject, "Almost all allowed connections are in use.", remedy, extras);
}

const clock: Check = {
  id: "clock",
  group: "database",
  name: "Clocks",
  needsDatabase: true,
  run: async ({ now }) => {
    const [{ now: databaseNow }, heads] = [await pingDatabase(), await readHeadTimes()];
    return [checkClock(now, databaseNow, heads)];
  },
};

/**
 * Compares this process's clock with the database's, and both with the chains, none of which may be
 * ahead. Pure.
 */
export function checkClock(
  now: Date,
  databaseNow: Date,
  heads: readonly { readonly networkCode: string; readonly headTime: Date }[],
): Finding {
  const skewMs = now.getTime() - databaseNow.getTime();
  const extras = { measured: `${durationText(Math.abs(skewMs))} apart` };
  const sync = "Synchronise both machines with NTP (for example chrony), then run the checks again.";
  if (Math.abs(skewMs) > SKEW_WARNING_MS) {
    const summary = `This machine's clock is ${skewMs > 0 ? "ahead of" : "behind"} the database's.`;
    return Math.abs(skewMs) > CLOCK_APART_MS_MAX
      ? errorFinding(clock, `${summary} Nothing is changed from here until they agree.`, sync, extras)
      : warningFinding(clock, summary, sync, extras);
  }
  const ahead = heads.filter(({ headTime }) => headTime.getTime() - databaseNow.getTime() > AHEAD_WARNING_MS);
  if (ahead.length === 0)
    return okFinding(clock, "This machine, the database and the chains agree on the time.", extras);
  const names = ahead.map(({ networkCode }) => networkCode).join(", ");
  return warningFinding(
    clock,
    `The newest block of ${names} is in the future according to the database's clock.`,
    sync,
    extras,
  );
}

const user: Check = {
  id: "database-user",
  group: "database",
  name: "Database user",
  needsDatabase: true,
  run: async () => [checkDatabaseUser(await ownsTables(), env().SANDBOX)],
};

/** Checks that the database's guards withstand an attacker who controls this process. Pure. */
export function checkDatabaseUser(isOwner: boolean, isSandbox: boolean): Finding {
  if (!isOwner) return okFinding(user, "This process owns no tables, so it can't remove the database's guards.");
  if (isSandbox) return okFinding(user, "This process owns the tables, which is fine with play money.");
  const remedy =
    "Create the users chaintill_web and chaintill_worker and run web and workers as these users (docs/operations.md).";
  return warningFinding(
    user,
    "This process owns the tables: anyone who compromises it can remove every guard.",
    remedy,
  );
}

export const databaseChecks: readonly Check[] = [migrationsCheck, roomCheck, clock, user, poolerCheck, sumsCheck];
