import { clearAlarms, listOpenSubjects, raiseAlarm } from "@/lib/alarms/raise-alarm";
import type { BlockTooLargeError } from "@/lib/chains/errors";
import { withTransaction } from "@/lib/db";
import { readCursor } from "@/lib/deposits/chain-repo";
import { env } from "@/lib/env";

const kind = "block-too-large";

/** The operator hears of a block that is too large to be read, unless another worker has read it since. */
export async function reportTooLarge(network: string, { height, message }: BlockTooLargeError): Promise<void> {
  const cursor = await readCursor(network);
  if (cursor === null || cursor.height >= BigInt(height)) return;
  const told = `Block ${height} of ${network} cannot be read: ${message}`;
  const setting = `NODE_ANSWER_MB_MAX is ${env().NODE_ANSWER_MB_MAX}`;
  await withTransaction((tx) =>
    raiseAlarm(tx, { kind, subject: `${network}:${height}`, message: `${told}. ${setting}` }),
  );
}

/** Ends the alarms of blocks up to this one, which were read. Answers whether others are open. */
export async function clearTooLarge(network: string, readUpTo: bigint): Promise<boolean> {
  const open = await listOpenSubjects(kind, `${network}:`);
  const over = open.filter((subject) => BigInt(subject.slice(network.length + 1)) <= readUpTo);
  if (over.length > 0) await withTransaction((tx) => clearAlarms(tx, kind, over));
  return over.length < open.length;
}
