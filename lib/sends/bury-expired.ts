import { clearAlarm, raiseAlarm } from "@/lib/alarms/raise-alarm";
import type { CatalogNetwork } from "@/lib/catalog/catalog-types";
import { crashPoint } from "@/lib/crash-point";
import { withTransaction } from "@/lib/db";
import { log } from "@/lib/log";
import { ZERO } from "@/lib/money/decimal";
import { lockAccount } from "@/lib/sends/accounts-repo";
import type { Engine } from "@/lib/sends/engine";
import { lockSends } from "@/lib/sends/lock-sends";
import { leadOf, type Outgoing, toSigned, versionOf } from "@/lib/sends/outgoing";
import { endExpired, lockLive } from "@/lib/sends/outgoing-repo";
import { findLife } from "@/lib/sends/prove-dead";
import { returnFromFlight } from "@/lib/sends/settle-send";

type Network = Pick<CatalogNetwork, "code" | "confirmations" | "isSandbox" | "nativeCurrency">;

/**
 * Ends the transactions of which the chain proves that their time passed before a block took them: what they carried is queued again and will
 * be signed anew. Less than the proof changes nothing; where only further nodes are missing, the operator hears of it.
 * @param absent live transactions that the node did not know when it was asked just now
 */
export async function buryExpired(
  engine: Engine,
  network: Network,
  absent: readonly Outgoing[],
  signal: AbortSignal,
): Promise<void> {
  for (const outgoing of absent) {
    try {
      if (await mayHaveExpired(engine, network, outgoing, signal)) await buryProven(engine, network, outgoing, signal);
    } catch (error) {
      signal.throwIfAborted();
      // One that cannot be judged is looked at again; the others do not wait for it.
      log().warn({ network: network.code, outgoingId: outgoing.id, err: error }, "an expiry could not be proven");
    }
  }
}

async function mayHaveExpired(
  { driver }: Engine,
  { confirmations }: Network,
  outgoing: Outgoing,
  signal: AbortSignal,
): Promise<boolean> {
  const newest = toSigned(outgoing, versionOf(outgoing, outgoing.version));
  if (newest.spends.kind !== "expiring") return false;
  return (await driver.canStillConfirm(newest, confirmations, signal)).verdict === "impossible";
}

async function buryProven(
  { driver }: Engine,
  network: Network,
  outgoing: Outgoing,
  signal: AbortSignal,
): Promise<void> {
  const life = await findLife(driver, network, outgoing, { isOperators: false }, signal);
  const send = leadOf(outgoing);
  if (life !== null) {
    const message = `${send.purpose} ${send.purposeId} on ${network.code} has expired, and is not signed anew before that is proven: ${life}`;
    await withTransaction((tx) => raiseAlarm(tx, { kind: "send-stuck", subject: outgoing.id, message }));
    return;
  }
  if (!(await bury(outgoing, network))) return;
  crashPoint("send:expired");
  log().warn({ network: network.code, outgoingId: outgoing.id }, "a transaction has expired and will be signed anew");
}

/** False when it changed meanwhile. */
async function bury(outgoing: Outgoing, network: Network): Promise<boolean> {
  return withTransaction(async (tx) => {
    const [send, ...others] = await lockSends(tx, outgoing.sends);
    await lockAccount(tx, outgoing.networkCode, outgoing.fromAddress);
    const live = await lockLive(tx, outgoing.id);
    if (send?.status !== "sending" || others.length > 0) return false;
    // Another worker may have found it in a block meanwhile.
    if (live?.status !== "signed" || live.version !== outgoing.version) return false;
    await endExpired(tx, outgoing.id, [send.id]);
    await clearAlarm(tx, { kind: "send-refused", subject: send.id });
    await clearAlarm(tx, { kind: "send-stuck", subject: outgoing.id });
    await returnFromFlight(tx, outgoing, { currencyCode: network.nativeCurrency, amount: ZERO });
    return true;
  });
}
