import { database } from "@/lib/db";

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
