import { database } from "@/lib/kernel/db";

const WORKERS_MAX = 50;
const ALARMS_MAX = 50;

export function selectCursors() {
  return database().chainCursor.findMany({
    select: {
      networkCode: true,
      height: true,
      headHeight: true,
      headTime: true,
      lastAnswerAt: true,
      problem: true,
      stoppedAt: true,
    },
  });
}

export function selectWorkers() {
  return database().workerHeartbeat.findMany({ orderBy: { beatAt: "desc" }, take: WORKERS_MAX });
}

export function selectOpenAlarms() {
  return database().alarm.findMany({
    where: { clearedAt: null },
    orderBy: { raisedAt: "desc" },
    take: ALARMS_MAX,
    select: { id: true, kind: true, subject: true, message: true, raisedAt: true },
  });
}

/** Addresses per family that are derived and not given out. */
export async function selectPools(): Promise<{ family: string; waiting: number }[]> {
  const rows = await database().address.groupBy({
    by: ["family"],
    where: { takenAt: null },
    _count: true,
    orderBy: { family: "asc" },
  });
  return rows.map((row) => ({ family: row.family, waiting: row._count }));
}

/** How much waits for the operator, by what it is. */
export async function countWaiting() {
  const [openCases, heldDeposits, reviews, stoppedNetworks, waitingSends] = await Promise.all([
    database().case.count({ where: { status: "open", merchantId: null, kind: { not: "locked" } } }),
    database().case.count({ where: { status: "open", kind: "locked" } }),
    // One whose outflow was cancelled or failed is over without a decision.
    database().$queryRaw<{ count: number }[]>`
      SELECT count(*)::int AS count FROM reviews r JOIN outflows o ON o.kind = r.kind AND o.subject_id = r.subject_id
      WHERE r.reason = 'screening' AND r.decision IS NULL AND o.returned_at IS NULL`,
    database().sendStop.count(),
    database().send.count({ where: { status: "queued", waitReason: { not: null } } }),
  ]);
  return { openCases, heldDeposits, openReviews: reviews[0]?.count ?? 0, stoppedNetworks, waitingSends };
}
