import { database } from "@/lib/kernel/db";

/**
 * Gives back what killed workers held, as half a minute later the gateway does itself: jobs are
 * taken over after that time, and a webhook that was being sent comes free as late. Only while no
 * worker lives, or one that does would be taken for dead.
 */
export async function freeAfterKill(): Promise<void> {
  await database()
    .$executeRaw`UPDATE graphile_worker._private_jobs SET locked_at = locked_at - interval '1 minute' WHERE locked_at IS NOT NULL`;
  await database().$executeRaw`UPDATE webhook_deliveries SET claimed_until = now() WHERE claimed_until IS NOT NULL`;
}
