import { hostname } from "node:os";
import { forgetHeartbeat, pruneHeartbeats, writeHeartbeat } from "@/lib/worker/repo";

/** A worker that did not beat for this long is dead. */
export const HEARTBEAT_LIMIT_MS = 30_000;
const FORGET_AFTER_MS = 24 * 60 * 60 * 1000;

const startedAt = new Date();

/** Says that this worker lives. */
export async function beat(workerId: string): Promise<void> {
  await writeHeartbeat({ id: workerId, host: hostname(), pid: process.pid, startedAt, beatAt: new Date() });
}

/** Forgets workers that died a day ago. */
export async function forgetOldBeats(): Promise<void> {
  await pruneHeartbeats(new Date(Date.now() - FORGET_AFTER_MS));
}

/** Takes this worker off the list: it stops on purpose. */
export async function stopBeating(workerId: string): Promise<void> {
  await forgetHeartbeat(workerId);
}
