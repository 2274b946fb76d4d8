import { database } from "@/lib/db";

/** Facts behind the readiness answer. */
export async function readHealth() {
  const [beats, networks, free, migrations] = await Promise.all([
    database().workerHeartbeat.findFirst({ orderBy: { beatAt: "desc" }, select: { beatAt: true } }),
    database().$queryRaw<
      { code: string; height: bigint; problem: string | null; stoppedAt: Date | null; caughtUpAt: Date | null }[]
    >`
      SELECT network_code AS code, height, problem, stopped_at AS "stoppedAt", caught_up_at AS "caughtUpAt" FROM chain_cursors ORDER BY 1`,
    database().address.count({ where: { takenAt: null } }),
    database().$queryRaw<
      { count: bigint }[]
    >`SELECT count(*) AS count FROM _prisma_migrations WHERE finished_at IS NULL AND rolled_back_at IS NULL`,
  ]);
  return {
    lastBeatAt: beats?.beatAt ?? null,
    networks,
    freeAddresses: free,
    unfinishedMigrations: migrations[0]?.count === 0n ? 0 : 1,
  };
}
