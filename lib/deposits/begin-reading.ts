import { clearAlarm } from "@/lib/alarms/raise-alarm";
import type { ChainDriver } from "@/lib/chains/driver";
import { withTransaction } from "@/lib/db";
import { insertBlocks, insertCursor } from "@/lib/deposits/chain-repo";
import type { ReadNetwork, ReadOutcome } from "@/lib/deposits/read-network";
import { STOPPING_ALARMS } from "@/lib/deposits/stop-network";

/** Below the head, so that a reorganisation right after the first start finds a block that both sides share. */
const BEGIN_BEHIND_BLOCKS = 64;

/** Where reading begins: near the head, since no address was given out before. */
export async function beginReading(
  driver: ChainDriver,
  network: ReadNetwork,
  signal: AbortSignal,
): Promise<ReadOutcome> {
  const { genesisHash } = await driver.identify(signal);
  const head = await driver.head(signal);
  const first = await driver.blockAt(Math.max(0, head.height - BEGIN_BEHIND_BLOCKS), signal);
  if (first === null) return "idle";
  await withTransaction(async (tx) => {
    const isFirst = await insertCursor(tx, {
      networkCode: network.code,
      genesisHash,
      height: BigInt(first.height),
      hash: first.hash,
      headHeight: BigInt(head.height),
      headTime: head.time,
      lastAnswerAt: new Date(),
    });
    for (const kind of STOPPING_ALARMS) await clearAlarm(tx, { kind, subject: network.code });
    if (isFirst) await insertBlocks(tx, [{ networkCode: network.code, ...first, height: BigInt(first.height) }]);
  });
  return "more";
}
