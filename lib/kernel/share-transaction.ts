import { type Tx, withTransaction } from "@/lib/kernel/db";

/** What takes longer has transactions of its own, so that nobody waits long for its locks. */
const SHARED_MS_MAX = 5_000;

/**
 * Runs a command for many objects at once in one transaction, which is tried once and never waits
 * long for a lock. The caller repeats what failed, each object in a transaction of its own.
 * @throws what the command throws, and an error for a lock that another transaction keeps
 */
export async function withSharedTransaction<Result>(command: (tx: Tx) => Promise<Result>): Promise<Result> {
  const limited = async (tx: Tx) => {
    await tx.$executeRaw`SET LOCAL lock_timeout = '500ms'`;
    return await command(tx);
  };
  return await withTransaction(limited, { transactionMs: SHARED_MS_MAX, attempts: 1 });
}
