import { Prisma } from "@/lib/generated/prisma/client";

/** The accounts that have statements: the wallets of merchants and of users. */
export const STATEMENT_KINDS = ["merchant", "user"] as const;

/**
 * The start of the six hours in UTC that contain a time, in SQL: short enough that a busy wallet
 * has few lines within, long enough that any other one has few sums.
 */
export function periodOf(time: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`date_bin('6 hours', ${time}, timestamptz '1970-01-01T00:00:00Z')`;
}
