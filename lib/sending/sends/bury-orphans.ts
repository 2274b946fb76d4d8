import { clearAlarm, clearAlarmsAbout } from "@/lib/kernel/alarms/raise-alarm";
import { withTransaction } from "@/lib/kernel/db";
import { ZERO } from "@/lib/kernel/money/decimal";
import { freeCoins } from "@/lib/money-in/deposits/coins-repo";
import { lockAccount } from "@/lib/sending/sends/accounts-repo";
import { type BuryingNetwork, buryEach } from "@/lib/sending/sends/bury-each";
import type { Engine } from "@/lib/sending/sends/engine";
import { lockSends } from "@/lib/sending/sends/lock-sends";
import { leadOf, type Outgoing, toSigned, versionOf } from "@/lib/sending/sends/outgoing";
import { endDead, endExpired, isAnyLive, lockLive } from "@/lib/sending/sends/outgoing-repo";
import { lostFor } from "@/lib/sending/sends/prove-dead";
import { SEND_ALARMS } from "@/lib/sending/sends/send-alarms";
import { releaseSends, returnFromFlight } from "@/lib/sending/sends/settle-send";

const DEAD = "A coin that it spends was taken back by its chain: it can never arrive";

/**
 * Ends the transactions that spend a coin which can never be there, because what made it, or what that was made of, lost to another
 * transaction: what they carried is queued again and is paid out of other coins. Less than the proof changes nothing; the operator hears
 * of it, for it takes a reorganisation as deep as deposits have to be. Those of ours that spend each other's change end from the
 * oldest on: while one of them may have died by our own keys in other hands, which stops sends for a person to look, none that follow it do.
 * @param absent live transactions that the node did not know when it was asked just now, the oldest first
 */
export async function buryOrphans(
  engine: Engine,
  network: BuryingNetwork,
  absent: readonly Outgoing[],
  signal: AbortSignal,
): Promise<void> {
  const death = {
    isLikely: (outgoing: Outgoing) => isOrphan(engine, network, outgoing, signal),
    bury: (outgoing: Outgoing) => bury(outgoing, network),
    isWaiting:
      "spends a coin that its chain took back, and is not signed anew before it is proven that it cannot arrive",
    said: { ended: "a transaction of coins that are gone is signed anew", unproven: "an orphan could not be proven" },
  };
  await buryEach(engine, network, { absent, death }, signal);
}

async function isOrphan(
  { driver, networkCode }: Engine,
  { confirmations }: BuryingNetwork,
  outgoing: Outgoing,
  signal: AbortSignal,
): Promise<boolean> {
  const newest = toSigned(outgoing, versionOf(outgoing, outgoing.version));
  const lost = lostFor(await driver.canStillConfirm(newest, confirmations, signal));
  return lost.length > 0 && !(await isAnyLive(networkCode, lost));
}

/** False when it changed meanwhile. */
async function bury(outgoing: Outgoing, network: BuryingNetwork): Promise<boolean> {
  return withTransaction(async (tx) => {
    const sends = await lockSends(tx, outgoing.sends);
    await lockAccount(tx, outgoing.networkCode, outgoing.fromAddress);
    const live = await lockLive(tx, outgoing.id);
    if (sends.some(({ status }) => status !== "sending")) return false;
    // Another worker may have found it in a block meanwhile, or replaced it.
    if (live?.status !== "signed" || live.version !== outgoing.version) return false;
    // What becomes one is chosen by its coins: others are joined when they are many again.
    const isJoining = leadOf(outgoing).purpose === "consolidation";
    if (isJoining) await endDead(tx, outgoing.id, DEAD);
    else
      await endExpired(
        tx,
        outgoing.id,
        sends.map(({ id }) => id),
      );
    await freeCoins(tx, outgoing.id, []);
    for (const { id } of sends) await clearAlarmsAbout(tx, id, SEND_ALARMS);
    await clearAlarm(tx, { kind: "send-stuck", subject: outgoing.id });
    const cost = { currencyCode: network.nativeCurrency, amount: ZERO };
    if (isJoining) await releaseSends(tx, { outgoing, sends, cost, reason: DEAD, cause: "gateway" });
    else await returnFromFlight(tx, outgoing, cost);
    return true;
  });
}
