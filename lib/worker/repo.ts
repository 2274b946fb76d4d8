import { database } from "@/lib/db";
import type { Prisma } from "@/lib/generated/prisma/client";

export async function writeHeartbeat(row: Prisma.WorkerHeartbeatCreateManyInput): Promise<void> {
  const { id, ...rest } = row;
  await database().workerHeartbeat.upsert({ where: { id }, create: row, update: rest, select: { id: true } });
}

export async function forgetHeartbeat(id: string): Promise<void> {
  await database().workerHeartbeat.deleteMany({ where: { id } });
}

export async function pruneHeartbeats(before: Date): Promise<void> {
  await database().workerHeartbeat.deleteMany({ where: { beatAt: { lt: before } } });
}

/** Where reading stands on every network. */
export function listCursorHeights() {
  return database().chainCursor.findMany({ select: { networkCode: true, height: true } });
}
