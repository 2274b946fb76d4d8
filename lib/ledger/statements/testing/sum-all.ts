import { setTimeout as pause } from "node:timers/promises";
import { database } from "@/lib/kernel/db";
import { sumPostings } from "@/lib/ledger/statements/sum-postings";

export async function summedTo(): Promise<bigint> {
  return (await database().statementState.findUniqueOrThrow({ where: { id: 1 } })).summedTo;
}

/**
 * Adds everything to the sums of statements, waiting for transactions that were open: those of
 * other databases of the server count as well. For tests.
 */
export async function sumAll(): Promise<void> {
  const last = await database().posting.findFirst({ orderBy: { id: "desc" }, select: { id: true } });
  for (;;) {
    await sumPostings();
    if ((await summedTo()) >= (last?.id ?? 0n)) return;
    await pause(20);
  }
}
