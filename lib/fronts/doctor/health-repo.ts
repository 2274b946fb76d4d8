import { database } from "@/lib/kernel/db";

export type HealthNetwork = {
  readonly code: string;
  readonly height: bigint;
  readonly headTime: Date;
  readonly lastAnswerAt: Date | null;
  readonly caughtUpAt: Date | null;
  readonly stoppedAt: Date | null;
  readonly problem: string | null;
  readonly lagLimitSeconds: number;
};

/** Facts behind the readiness answer. */
export async function readHealth() {
  const [beats, networks, free, migrations] = await Promise.all([
    database().workerHeartbeat.findFirst({ orderBy: { beatAt: "desc" }, select: { beatAt: true } }),
    database().$queryRaw<HealthNetwork[]>`
      SELECT c.network_code AS code, c.height, c.head_time AS "headTime", c.last_answer_at AS "lastAnswerAt",
        c.caught_up_at AS "caughtUpAt", c.stopped_at AS "stoppedAt", c.problem, n.lag_limit_seconds AS "lagLimitSeconds"
      FROM chain_cursors c JOIN networks n ON n.code = c.network_code ORDER BY 1`,
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
