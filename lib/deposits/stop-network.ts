import { type AlarmKind, raiseAlarm } from "@/lib/alarms/raise-alarm";
import { withTransaction } from "@/lib/db";
import { updateCursor } from "@/lib/deposits/chain-repo";

/** Reading a network ends until the operator has looked: nothing it says may be credited or reversed meanwhile. */
export async function stopNetwork(network: string, kind: AlarmKind, message: string): Promise<void> {
  await withTransaction(async (tx) => {
    await updateCursor(tx, network, { stoppedAt: new Date(), problem: message });
    await raiseAlarm(tx, { kind, subject: network, message });
  });
}
