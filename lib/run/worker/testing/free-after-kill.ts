import { database } from "@/lib/kernel/db";

/**
 * Releases what killed workers held, as half a minute does: jobs are taken over after that time,
 * and claims of webhooks end. Call it only while no worker lives, or a live one would count as
 * dead.
 */
export async function freeAfterKill(): Promise<void> {
  await database()
    .$executeRaw`UPDATE graphile_worker._private_jobs SET locked_at = locked_at - interval '1 minute' WHERE locked_at IS NOT NULL`;
  await database().$executeRaw`UPDATE worker_heartbeats SET last_seen_at = last_seen_at - interval '1 minute'`;
  await database().$executeRaw`UPDATE webhook_deliveries SET claimed_until = now() WHERE claimed_until IS NOT NULL`;
}
