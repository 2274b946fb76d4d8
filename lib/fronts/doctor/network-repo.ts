import { database } from "@/lib/kernel/db";

export type CursorFacts = {
  readonly networkCode: string;
  readonly height: bigint;
  readonly headHeight: bigint;
  readonly headTime: Date;
  readonly lastAnswerAt: Date | null;
  readonly stoppedAt: Date | null;
  readonly problem: string | null;
};

export function selectCursorFacts(): Promise<CursorFacts[]> {
  return database().chainCursor.findMany({
    select: {
      networkCode: true,
      height: true,
      headHeight: true,
      headTime: true,
      lastAnswerAt: true,
      stoppedAt: true,
      problem: true,
    },
    orderBy: { networkCode: "asc" },
  });
}

/** Deposits that a reorganisation took out of their block since, by network: how often chains were seen to fork under our money. */
export function countVanished(since: Date): Promise<{ networkCode: string; count: number }[]> {
  return database().$queryRaw<{ networkCode: string; count: number }[]>`
    SELECT network_code AS "networkCode", count(*)::int AS count FROM deposits
    WHERE status = 'vanished' AND vanished_at > ${since} AND block_height IS NOT NULL GROUP BY 1`;
}

export type LateSends = {
  readonly networkCode: string;
  readonly queued: number;
  readonly sending: number;
  readonly oldestAt: Date;
};

/** Sends that are not final although they were ordered, or signed, before. */
export function readLateSends(queuedBefore: Date, sendingBefore: Date): Promise<LateSends[]> {
  return database().$queryRaw<LateSends[]>`
    SELECT network_code AS "networkCode", count(*) FILTER (WHERE status = 'queued')::int AS queued,
      count(*) FILTER (WHERE status = 'sending')::int AS sending, min(created_at) AS "oldestAt"
    FROM sends WHERE (status = 'queued' AND created_at < ${queuedBefore}) OR (status = 'sending' AND updated_at < ${sendingBefore})
    GROUP BY 1 ORDER BY 1`;
}
