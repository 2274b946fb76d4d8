import { database } from "@/lib/db";
import { log } from "@/lib/log";
import { advanceRecurrence } from "@/lib/recurrences/advance-recurrence";
import { addDays } from "@/lib/recurrences/calendar";
import { deleteLinkRequestsBefore } from "@/lib/recurrences/link-requests-repo";
import { listToWake, setWake } from "@/lib/recurrences/repo";

/** One pass stays short; what is left comes with the next one. */
const BATCH = 200;
const AFTER_FAILURE_MS = 60_000;
const LINK_REQUESTS_KEPT_DAYS = 2;

/**
 * Looks at every plan whose time has come: a period begins, a payer is reminded, a grace period ends, an invoice is tried to be made again.
 * Answers how many were looked at. Safe to run from several workers at once.
 */
export async function advanceDueRecurrences(now = new Date()): Promise<number> {
  const ids = await listToWake(now, BATCH);
  for (const id of ids) {
    try {
      await advanceRecurrence(id, now);
    } catch (error) {
      // The one that has waited longest comes first each time: it must not hold up all others.
      log().error({ recurrence: id, err: error }, "a plan of recurring payments could not be advanced");
      await setWake(database(), id, new Date(now.getTime() + AFTER_FAILURE_MS));
    }
  }
  return ids.length;
}

/** Deletes requests of links that limits no longer count, with the e-mail addresses in them. */
export async function deleteOldLinkRequests(now = new Date()): Promise<number> {
  return await deleteLinkRequestsBefore(addDays(now, -LINK_REQUESTS_KEPT_DAYS));
}
