import type { Tx } from "@/lib/db";
import { type Coin, findAddressSetAt } from "@/lib/treasury/cold-repo";

const REST_MS = 24 * 60 * 60 * 1000;

/**
 * Until when nothing of a coin goes to its cold address, because it became that within the last 24 hours; null: it may go. Time for other operators to notice
 * that somebody has put another address in its place.
 */
export async function findColdRest(tx: Tx, address: string, coin: Coin, now: Date): Promise<Date | null> {
  const setAt = await findAddressSetAt(tx, address, coin);
  return setAt === null ? null : coldRestEnd(setAt, now);
}

/** The same of what is known already. Pure. */
export function coldRestEnd(setAt: Date, now: Date): Date | null {
  const end = new Date(setAt.getTime() + REST_MS);
  return end > now ? end : null;
}
