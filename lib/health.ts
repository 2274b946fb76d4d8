import { readHealth } from "@/lib/health-repo";

export type HealthReport = {
  readonly isReady: boolean;
  readonly checks: Readonly<Record<string, { readonly ok: boolean; readonly detail: string }>>;
};

const HEARTBEAT_LIMIT_MS = 30_000;

/** Whether this installation can take money right now: database, migrations, a living worker, and how far each network is read. */
export async function checkHealth(now = new Date()): Promise<HealthReport> {
  try {
    const health = await readHealth();
    const beatAgeMs = health.lastBeatAt === null ? null : now.getTime() - health.lastBeatAt.getTime();
    const chains = health.networks.map((network) => {
      const ok = network.problem === null && network.stoppedAt === null && network.caughtUpAt !== null;
      return [`chain ${network.code}`, { ok, detail: network.problem ?? `read to block ${network.height}` }] as const;
    });
    const worker = {
      ok: beatAgeMs !== null && beatAgeMs <= HEARTBEAT_LIMIT_MS,
      detail: beatAgeMs === null ? "no worker" : `last heartbeat ${beatAgeMs} ms ago`,
    };
    const pool = { ok: health.freeAddresses > 0, detail: `${health.freeAddresses} addresses ready` };
    const core = {
      database: { ok: true, detail: "answers" },
      migrations: { ok: health.unfinishedMigrations === 0, detail: `${health.unfinishedMigrations} unfinished` },
      worker,
      pool,
    };
    // One network that lags takes its own services out of offer; it must not take the whole installation out of a load balancer.
    const anyChain = chains.length > 0 && chains.some(([, chain]) => chain.ok);
    return {
      isReady: Object.values(core).every(({ ok }) => ok) && anyChain,
      checks: { ...core, ...Object.fromEntries(chains) },
    };
  } catch (error) {
    const detail = error instanceof Error ? error.name : "unknown error";
    return { isReady: false, checks: { database: { ok: false, detail } } };
  }
}
