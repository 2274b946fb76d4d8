import { availableParallelism } from "node:os";
import {
  type Check,
  criticalFinding,
  errorFinding,
  type Finding,
  okFinding,
  warningFinding,
} from "@/lib/fronts/doctor/check";
import { checkClock, checkDatabaseUser, migrationsCheck } from "@/lib/fronts/doctor/database-checks";
import { pingDatabase } from "@/lib/fronts/doctor/database-repo";
import { poolerCheck } from "@/lib/fronts/doctor/pooler-check";
import type { Env } from "@/lib/kernel/env";
import type { Scope } from "@/lib/run/preflight/scope";
import { readServerFacts, type ServerFacts } from "@/lib/run/preflight/server-facts-repo";

const OLDEST_VERSION = 150_000;
const NEEDED_ENCODING = "UTF8";
/** The commands lock what they depend on and rely on reading what was committed meanwhile. */
const NEEDED_ISOLATION = "read committed";

const named = (id: string, name: string) => ({ id: `server:${id}`, name });

/** Checks version, encoding and durability of the server. Its time zone has no effect. Pure. */
export function checkServer(facts: ServerFacts): Finding[] {
  const wrong = [...checkVersion(facts), ...checkWriting(facts), ...checkDurability(facts), ...checkEncryption(facts)];
  const archive =
    facts.archiveMode === "off"
      ? "It is not archived: what is booked after the last backup is lost with the disk."
      : "It is archived.";
  return [
    ...wrong,
    ...(wrong.length > 0 ? [] : [okFinding(named("settings", "Server settings"), "They keep what was committed.")]),
    okFinding(named("archive", "Write-ahead log"), archive, { measured: `archive_mode ${facts.archiveMode}` }),
  ];
}

function checkVersion({ version, versionNumber, encoding }: ServerFacts): Finding[] {
  const wrong: Finding[] = [];
  if (versionNumber < OLDEST_VERSION) {
    const summary = `PostgreSQL ${version} is too old.`;
    wrong.push(errorFinding(named("version", "Version"), summary, "Upgrade to 15 or newer."));
  }
  if (encoding !== NEEDED_ENCODING) {
    const summary = `The database stores text as ${encoding}, which lacks most characters.`;
    const remedy = "Create it again: CREATE DATABASE ... ENCODING 'UTF8' TEMPLATE template0.";
    wrong.push(errorFinding(named("encoding", "Encoding"), summary, remedy));
  }
  return wrong;
}

function checkWriting({ isStandby, isReadOnly, isolation }: ServerFacts): Finding[] {
  const wrong: Finding[] = [];
  if (isStandby || isReadOnly) {
    const summary = isStandby ? "This server is a standby." : "Transactions are read-only by default.";
    const remedy = isStandby
      ? "Point DATABASE_URL at the primary server."
      : "Remove default_transaction_read_only from the settings of server, database and user.";
    wrong.push(errorFinding(named("read-only", "Write access"), summary, remedy));
  }
  if (isolation !== NEEDED_ISOLATION) {
    const summary = `Transactions are ${isolation} by default: commands would fail under load.`;
    const remedy = "Remove default_transaction_isolation from the settings of server, database and user.";
    wrong.push(errorFinding(named("isolation", "Isolation"), summary, remedy));
  }
  return wrong;
}

function checkDurability({ fsync, fullPageWrites, synchronousCommit }: ServerFacts): Finding[] {
  const off = [
    ...(fsync === "on" ? [] : ["fsync"]),
    ...(fullPageWrites === "on" ? [] : ["full_page_writes"]),
    ...(synchronousCommit === "off" ? ["synchronous_commit"] : []),
  ];
  if (off.length === 0) return [];
  const summary = `Off: ${off.join(", ")}. A crash of the machine can lose or damage what was booked.`;
  const statements = off.map((name) => `ALTER SYSTEM SET ${name} = on;`).join(" ");
  const remedy = `${statements} SELECT pg_reload_conf(); Remove it from the settings of database and user as well.`;
  return [criticalFinding(named("durability", "Durability"), summary, remedy)];
}

function checkEncryption({ isLocal, isEncrypted }: ServerFacts): Finding[] {
  if (isLocal || isEncrypted) return [];
  const summary = "The server is on another machine or in a container, and the connection is not encrypted.";
  const remedy = "Add sslmode=verify-full to DATABASE_URL, unless both are on one machine.";
  return [warningFinding(named("encryption", "Connection"), summary, remedy)];
}

/** A web process has two pools, and a connection for live updates. */
const POOLS_OF_WEB = 2;
const OTHERS_OF_WEB = 1;
/** For locks, sends, webhooks, and four queues of jobs (docs/operations.md, Processes). */
const OTHERS_OF_WORKER = 7;

/** As many as scripts/lib/web-cluster.mjs starts at most. */
const PROCESSES_MAX = 64;

/** Checks that a worker and this machine's web processes can have all their connections. Pure. */
export function checkCapacity(poolMax: number, processes: number, connectionsMax: number): Finding {
  const subject = { id: "capacity", name: "Connections" };
  const needed = processes * (POOLS_OF_WEB * poolMax + OTHERS_OF_WEB) + poolMax + OTHERS_OF_WORKER;
  const measured = `${needed} of ${connectionsMax}`;
  if (needed <= connectionsMax)
    return okFinding(subject, "Enough for the web processes of one machine and one worker.", { measured });
  const summary = `${processes} web processes and a worker can ask for more connections than the server has.`;
  const remedy = "Raise max_connections, or lower WEB_PROCESSES or DATABASE_POOL_MAX of web and worker.";
  return warningFinding(subject, summary, remedy, { measured });
}

/** Checks that each process has its own user with its rights. Pure. */
export function checkUser(facts: ServerFacts, scope: Scope, isSandbox: boolean): Finding {
  const subject = { id: "database-user", name: "Database user" };
  const extras = { measured: facts.user };
  if (facts.isOwner) return { ...checkDatabaseUser(true, isSandbox), ...extras };
  const owner = "Run npm run db:migrate as the owner of the database.";
  if (!facts.isMigrated) return okFinding(subject, "It owns nothing. Its rights are granted by the migration.", extras);
  if (!facts.mayRead) return errorFinding(subject, "It has no rights in this database.", owner, extras);
  if (scope === "web" && facts.mayWriteChains)
    return errorFinding(subject, "It has the rights of a worker.", "Use the web process's own user here.", extras);
  if (scope === "worker" && !facts.mayWriteChains)
    return errorFinding(subject, "It lacks the rights of a worker.", "Use the worker's own user here.", extras);
  return okFinding(subject, "It owns nothing and has its rights.", extras);
}

/** Returns the checks of the database that work before the first migration. */
export function serverChecks(settings: Env, scope: Scope): readonly Check[] {
  const server: Check = {
    id: "server",
    group: "database",
    name: "Server settings",
    needsDatabase: true,
    run: async () => {
      const facts = await readServerFacts();
      const processes =
        settings.WEB_PROCESSES ?? (settings.SANDBOX ? 1 : Math.min(availableParallelism(), PROCESSES_MAX));
      return [
        ...checkServer(facts),
        ...(settings.DATABASE_DIRECT_URL === undefined
          ? [checkCapacity(settings.DATABASE_POOL_MAX, processes, facts.connectionsMax)]
          : []),
        checkUser(facts, scope, settings.SANDBOX),
      ];
    },
  };
  const migrations: Check = {
    ...migrationsCheck,
    run: async (context) => {
      const { isMigrated, mayRead } = await readServerFacts();
      if (isMigrated) return mayRead ? migrationsCheck.run(context) : [];
      const remedy = "Run npm run db:migrate as the owner of the database.";
      return [warningFinding(migrationsCheck, "The database is not migrated yet.", remedy)];
    },
  };
  const clock: Check = {
    id: "clock",
    group: "database",
    name: "Clock of the database",
    needsDatabase: true,
    run: async () => {
      const before = Date.now();
      const { now } = await pingDatabase();
      // The server read its clock at some time in between.
      const nearest = Math.min(Math.max(now.getTime(), before), Date.now());
      return [{ ...checkClock(new Date(nearest), now, []), id: "clock", name: "Clock of the database" }];
    },
  };
  return [server, migrations, clock, poolerCheck];
}
