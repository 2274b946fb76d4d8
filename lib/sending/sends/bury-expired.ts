import { clearAlarm, clearAlarmsAbout } from "@/lib/kernel/alarms/raise-alarm";
import { withTransaction } from "@/lib/kernel/db";
import { ZERO } from "@/lib/kernel/money/decimal";
import { lockAccount } from "@/lib/sending/sends/accounts-repo";
import { type BuryingNetwork, buryEach } from "@/lib/sending/sends/bury-each";
import type { Engine } from "@/lib/sending/sends/engine";
import { lockSends } from "@/lib/sending/sends/lock-sends";
import { type Outgoing, toSigned, versionOf } from "@/lib/sending/sends/outgoing";
import { endExpired, lockLive } from "@/lib/sending/sends/outgoing-repo";
import { SEND_ALARMS } from "@/lib/sending/sends/send-alarms";
import { returnFromFlight } from "@/lib/sending/sends/settle-send";

/**
 * Ends the transactions of which the chain proves that their time passed before a block took them: what they carried is queued again and will
 * be signed anew. Less than the proof changes nothing; where only further nodes are missing, the operator hears of it.
 * @param absent live transactions that the node did not know when it was asked just now
 */
export async function buryExpired(
  engine: Engine,
  network: BuryingNetwork,
  absent: readonly Outgoing[],
  signal: AbortSignal,
): Promise<void> {
  const death = {
    isLikely: (outgoing: Outgoing) => mayHaveExpired(engine, network, outgoing, signal),
    bury: (outgoing: Outgoing) => bury(outgoing, network),
    isWaiting: "has expired, and is not signed anew before that is proven",
    said: { ended: "a transaction has expired and will be signed anew", unproven: "an expiry could not be proven" },
  };
  await buryEach(engine, network, { absent, death }, signal);
}

async function mayHaveExpired(
  { driver }: Engine,
  { confirmations }: BuryingNetwork,
  outgoing: Outgoing,
  signal: AbortSignal,
): Promise<boolean> {
  const newest = toSigned(outgoing, versionOf(outgoing, outgoing.version));
  if (newest.spends.kind !== "expiring") return false;
  return (await driver.canStillConfirm(newest, confirmations, signal)).verdict === "impossible";
}

/** False when it changed meanwhile. */
async function bury(outgoing: Outgoing, network: BuryingNetwork): Promise<boolean> {
  return withTransaction(async (tx) => {
    const [send, ...others] = await lockSends(tx, outgoing.sends);
    await lockAccount(tx, outgoing.networkCode, outgoing.fromAddress);
    const live = await lockLive(tx, outgoing.id);
    if (send?.status !== "sending" || others.length > 0) return false;
    // Another worker may have found it in a block meanwhile.
    if (live?.status !== "signed" || live.version !== outgoing.version) return false;
    await endExpired(tx, outgoing.id, [send.id]);
    await clearAlarmsAbout(tx, send.id, SEND_ALARMS);
    await clearAlarm(tx, { kind: "send-stuck", subject: outgoing.id });
    await returnFromFlight(tx, outgoing, { currencyCode: network.nativeCurrency, amount: ZERO });
    return true;
  });
}
