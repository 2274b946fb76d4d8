import { type Configured, readConfigured, unreadReason } from "@/lib/fronts/doctor/unread-networks";
import { CLOCK_APART_MS_MAX } from "@/lib/kernel/clock-guard";
import { database, measureClock } from "@/lib/kernel/db";
import { NODE_PROBLEMS, nodeStateOf } from "@/lib/pricing/catalog/availability";
import type { NodeState } from "@/lib/pricing/catalog/catalog-types";

type HealthCheck = { readonly ok: boolean; readonly detail: string };

export type HealthReport = {
  readonly isReady: boolean;
  readonly checks: Readonly<Record<string, HealthCheck>>;
};

const HEARTBEAT_LIMIT_MS = 30_000;

/**
 * Returns whether this installation can receive money now: database, this process's clock,
 * migrations, a live worker, and the progress of each network. A network with a problem is reported
 * and does not make the rest unready; the installation is unready only when no network can be read.
 */
export async function checkHealth(now = new Date()): Promise<HealthReport> {
  try {
    const [health, configured, aheadMs] = await Promise.all([readHealth(), readConfigured(), measureClock()]);
    const beatAgeMs = health.lastBeatAt === null ? null : now.getTime() - health.lastBeatAt.getTime();
    const worker = {
      ok: beatAgeMs !== null && beatAgeMs <= HEARTBEAT_LIMIT_MS,
      detail: beatAgeMs === null ? "no worker" : `last heartbeat ${beatAgeMs} ms ago`,
    };
    const pool = { ok: health.freeAddresses > 0, detail: `${health.freeAddresses} addresses ready` };
    const core = {
      database: { ok: true, detail: "answers" },
      clock: {
        ok: Math.abs(aheadMs) <= CLOCK_APART_MS_MAX,
        detail: `${Math.round(Math.abs(aheadMs))} ms ${aheadMs < 0 ? "behind" : "ahead of"} the database`,
      },
      migrations: { ok: health.unfinishedMigrations === 0, detail: `${health.unfinishedMigrations} unfinished` },
      worker,
      pool,
    };
    const chains = [...checkRead(health.networks, configured, now), ...checkUnread(health.networks, configured)];
    // A lagging network disables its own services; it must not remove the whole installation from a
    // load balancer.
    const anyChain = chains.some(([, chain]) => chain.ok);
    return {
      isReady: Object.values(core).every(({ ok }) => ok) && anyChain,
      checks: { ...core, ...Object.fromEntries(chains) },
    };
  } catch (error) {
    const detail = error instanceof Error ? error.name : "unknown error";
    return { isReady: false, checks: { database: { ok: false, detail } } };
  }
}

type Named = readonly [name: string, check: HealthCheck];

/**
 * Returns networks that were synced before, except those since removed from every worker's
 * settings.
 */
function checkRead(networks: readonly HealthNetwork[], configured: Configured, now: Date): Named[] {
  return networks.flatMap((network): Named[] => {
    const state = nodeStateOf(network, network.lagLimitSeconds, now);
    const refused = unreadReason(configured, network.code, true);
    const isGone = refused === null && state === "silent" && configured.networks?.has(network.code) === false;
    return isGone ? [] : [[`chain ${network.code}`, judge(network, state, refused)]];
  });
}

function judge(network: HealthNetwork, state: NodeState, refused: string | null): HealthCheck {
  const issue = refused ?? network.problem ?? (state === "ready" ? null : NODE_PROBLEMS[state]);
  if (issue !== null) return { ok: false, detail: issue };
  return { ok: network.caughtUpAt !== null, detail: `read to block ${network.height}` };
}

/** Returns networks configured in a worker that were never synced. */
function checkUnread(networks: readonly HealthNetwork[], configured: Configured): Named[] {
  const read = new Set(networks.map(({ code }) => code));
  const codes = new Set([...(configured.networks ?? []), ...configured.misconfigured.keys()]);
  return [...codes]
    .filter((code) => !read.has(code))
    .toSorted()
    .map((code) => [
      `chain ${code}`,
      { ok: false, detail: unreadReason(configured, code, false) ?? NODE_PROBLEMS.missing },
    ]);
}

type HealthNetwork = {
  readonly code: string;
  readonly height: bigint;
  readonly headTime: Date;
  readonly lastAnswerAt: Date | null;
  readonly caughtUpAt: Date | null;
  readonly stoppedAt: Date | null;
  readonly problem: string | null;
  readonly lagLimitSeconds: number;
};

/** Reads the facts for the readiness response. */
async function readHealth() {
  const [beats, networks, free, migrations] = await Promise.all([
    database().workerHeartbeat.findFirst({ orderBy: { lastSeenAt: "desc" }, select: { lastSeenAt: true } }),
    database().$queryRaw<HealthNetwork[]>`
      SELECT c.network_code AS code, c.height, c.head_time AS "headTime", c.last_answer_at AS "lastAnswerAt",
        c.caught_up_at AS "caughtUpAt", c.stopped_at AS "stoppedAt", c.problem, n.lag_limit_seconds AS "lagLimitSeconds"
      FROM chain_cursors c JOIN networks n ON n.code = c.network_code ORDER BY 1`,
    database().address.count({ where: { assignedAt: null } }),
    database().$queryRaw<
      { count: bigint }[]
    >`SELECT count(*) AS count FROM _prisma_migrations WHERE finished_at IS NULL AND rolled_back_at IS NULL`,
  ]);
  return {
    lastBeatAt: beats?.lastSeenAt ?? null,
    networks,
    freeAddresses: free,
    unfinishedMigrations: migrations[0]?.count === 0n ? 0 : 1,
  };
}
