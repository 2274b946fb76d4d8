import { clearAlarm, raiseAlarm } from "@/lib/alarms/raise-alarm";
import type { CatalogNetwork } from "@/lib/catalog/catalog-types";
import { freeCoins } from "@/lib/coins/coins-repo";
import { crashPoint } from "@/lib/crash-point";
import { withTransaction } from "@/lib/db";
import { log } from "@/lib/log";
import { ZERO } from "@/lib/money/decimal";
import { lockAccount } from "@/lib/sends/accounts-repo";
import type { Engine } from "@/lib/sends/engine";
import { lockSends } from "@/lib/sends/lock-sends";
import { leadOf, type Outgoing, toSigned, versionOf } from "@/lib/sends/outgoing";
import { endDead, endExpired, isAnyLive, lockLive } from "@/lib/sends/outgoing-repo";
import { findLife, lostFor } from "@/lib/sends/prove-dead";
import { releaseSends, returnFromFlight } from "@/lib/sends/settle-send";

type Network = Pick<CatalogNetwork, "code" | "confirmations" | "isSandbox" | "nativeCurrency">;

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
  network: Network,
  absent: readonly Outgoing[],
  signal: AbortSignal,
): Promise<void> {
  for (const outgoing of absent) {
    try {
      if (await isOrphan(engine, network, outgoing, signal)) await buryProven(engine, network, outgoing, signal);
    } catch (error) {
      signal.throwIfAborted();
      // One that cannot be judged is looked at again; the others do not wait for it.
      log().warn({ network: network.code, outgoingId: outgoing.id, err: error }, "an orphan could not be proven");
    }
  }
}

async function isOrphan(
  { driver, networkCode }: Engine,
  { confirmations }: Network,
  outgoing: Outgoing,
  signal: AbortSignal,
): Promise<boolean> {
  const newest = toSigned(outgoing, versionOf(outgoing, outgoing.version));
  const lost = lostFor(await driver.canStillConfirm(newest, confirmations, signal));
  return lost.length > 0 && !(await isAnyLive(networkCode, lost));
}

async function buryProven(
  { driver }: Engine,
  network: Network,
  outgoing: Outgoing,
  signal: AbortSignal,
): Promise<void> {
  const life = await findLife(driver, network, outgoing, { isOperators: false }, signal);
  if (life !== null) {
    const send = leadOf(outgoing);
    const message = `${send.purpose} ${send.purposeId} on ${network.code} spends a coin that its chain took back, and is not signed anew before it is proven that it cannot arrive: ${life}`;
    await withTransaction((tx) => raiseAlarm(tx, { kind: "send-stuck", subject: outgoing.id, message }));
    return;
  }
  if (!(await bury(outgoing, network))) return;
  crashPoint("send:expired");
  log().warn({ network: network.code, outgoingId: outgoing.id }, "a transaction of coins that are gone is signed anew");
}

/** False when it changed meanwhile. */
async function bury(outgoing: Outgoing, network: Network): Promise<boolean> {
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
    for (const { id } of sends) await clearAlarm(tx, { kind: "send-refused", subject: id });
    await clearAlarm(tx, { kind: "send-stuck", subject: outgoing.id });
    const cost = { currencyCode: network.nativeCurrency, amount: ZERO };
    if (isJoining) await releaseSends(tx, { outgoing, sends, cost, reason: DEAD, cause: "gateway" });
    else await returnFromFlight(tx, outgoing, cost);
    return true;
  });
}
