import { clearAlarm, clearAlarmsAbout, raiseAlarm } from "@/lib/kernel/alarms/raise-alarm";
import { crashPoint } from "@/lib/kernel/crash-point";
import { withTransaction } from "@/lib/kernel/db";
import { log } from "@/lib/kernel/log";
import { ZERO } from "@/lib/kernel/money/decimal";
import { withTrace } from "@/lib/kernel/work-context";
import { freeCoins } from "@/lib/money-in/deposits/coins-repo";
import type { CatalogNetwork } from "@/lib/pricing/catalog/catalog-types";
import { lockAccount } from "@/lib/sending/sends/accounts-repo";
import type { Engine } from "@/lib/sending/sends/engine";
import { leadOf, type Outgoing, toSigned, traceOf, versionOf } from "@/lib/sending/sends/outgoing";
import { endExpired, failUnconfirmable, isAnyLive, lockLive } from "@/lib/sending/sends/outgoing-repo";
import { findLife, lostFor } from "@/lib/sending/sends/prove-dead";
import { SEND_ALARMS } from "@/lib/sending/sends/send-alarms";
import { lockSends } from "@/lib/sending/sends/send-owner";
import { releaseSends, returnFromFlight } from "@/lib/sending/sends/settle-send";

type FinalizingNetwork = Pick<CatalogNetwork, "code" | "confirmations" | "isSandbox" | "nativeCurrency">;

/** A way in which a transaction can die, as provable by the chain. */
type Death = {
  /** Returns whether it seems to have died in this way, based on one node. */
  readonly isLikely: (outgoing: Outgoing) => Promise<boolean>;
  /** Ends what is proven dead; returns false when it changed in the meantime. */
  readonly finalize: (outgoing: Outgoing) => Promise<boolean>;
  /** Alarm text, placed between what the transaction carries and why it is not proven. */
  readonly isWaiting: string;
  /** Log messages. */
  readonly said: { readonly ended: string; readonly unproven: string };
};

/**
 * Ends the transactions that are proven dead in this way; alerts the operator if the proof is
 * missing.
 */
async function finalizeEach(
  { driver }: Engine,
  network: FinalizingNetwork,
  { absent, death }: { readonly absent: readonly Outgoing[]; readonly death: Death },
  signal: AbortSignal,
): Promise<void> {
  const finalize = async (outgoing: Outgoing) => {
    const about = { network: network.code, outgoingId: outgoing.id };
    try {
      if (!(await death.isLikely(outgoing))) return;
      const life = await findLife(driver, network, outgoing, { isOperators: false }, signal);
      if (life !== null) {
        await reportUnproven(outgoing, `on ${network.code} ${death.isWaiting}: ${life}`);
      } else if (await death.finalize(outgoing)) {
        crashPoint("send:expired");
        log().warn(about, death.said.ended);
      }
    } catch (error) {
      signal.throwIfAborted();
      // A transaction that cannot be evaluated is retried; the others do not wait for it.
      log().warn({ ...about, err: error }, death.said.unproven);
    }
  };
  for (const outgoing of absent) await withTrace(traceOf(outgoing), () => finalize(outgoing));
}

async function reportUnproven(outgoing: Outgoing, why: string): Promise<void> {
  const { purpose, purposeId } = leadOf(outgoing);
  const message = `${purpose} ${purposeId} ${why}`;
  await withTransaction((tx) => raiseAlarm(tx, { kind: "send-stuck", subject: outgoing.id, message }));
}

/**
 * Ends the transactions for which the chain proves that they expired before a block included them:
 * their sends are queued again and will be signed again. Without proof nothing changes; if only
 * more nodes are needed, the operator is alerted.
 * @param absent live transactions that the node did not know in the current step
 */
export async function finalizeExpired(
  engine: Engine,
  network: FinalizingNetwork,
  absent: readonly Outgoing[],
  signal: AbortSignal,
): Promise<void> {
  const death = {
    isLikely: (outgoing: Outgoing) => mayHaveExpired(engine, network, outgoing, signal),
    finalize: (outgoing: Outgoing) => finalizeOneExpired(outgoing, network),
    isWaiting: "has expired, and is not signed again before that is proven",
    said: { ended: "a transaction has expired and will be signed again", unproven: "an expiry could not be proven" },
  };
  await finalizeEach(engine, network, { absent, death }, signal);
}

async function mayHaveExpired(
  { driver }: Engine,
  { confirmations }: FinalizingNetwork,
  outgoing: Outgoing,
  signal: AbortSignal,
): Promise<boolean> {
  const newest = toSigned(outgoing, versionOf(outgoing, outgoing.version));
  if (newest.spends.kind !== "expiring") return false;
  return (await driver.canStillConfirm(newest, confirmations, signal)).verdict === "impossible";
}

/** Returns false when it changed in the meantime. */
async function finalizeOneExpired(outgoing: Outgoing, network: FinalizingNetwork): Promise<boolean> {
  return withTransaction(async (tx) => {
    const [send, ...others] = await lockSends(tx, outgoing.sends);
    await lockAccount(tx, outgoing.networkCode, outgoing.fromAddress);
    const live = await lockLive(tx, outgoing.id);
    if (send?.status !== "sending" || others.length > 0) return false;
    // Another worker may have found it in a block.
    if (live?.status !== "signed" || live.version !== outgoing.version) return false;
    await endExpired(tx, outgoing.id, [send.id]);
    await clearAlarmsAbout(tx, send.id, SEND_ALARMS);
    await clearAlarm(tx, { kind: "send-stuck", subject: outgoing.id });
    await returnFromFlight(tx, outgoing, { currencyCode: network.nativeCurrency, amount: ZERO });
    return true;
  });
}

const DEAD = "A coin it spends was reversed by the chain: it can no longer confirm";

/**
 * Ends the transactions that spend a UTXO which can no longer exist, because the transaction that
 * created it, or one of its ancestors, lost to another transaction: their sends are queued again
 * and paid from other UTXOs. Without proof nothing changes; the operator is alerted, because this
 * takes a reorganisation deeper than the confirmations that deposits need. The gateway's
 * transactions that spend each other's change end from the oldest on: while one of them may have
 * died because someone else has the gateway's keys, which stops sends until a person has checked,
 * its descendants do not end.
 * @param absent live transactions that the node did not know in the current step, the oldest first
 */
export async function finalizeOrphans(
  engine: Engine,
  network: FinalizingNetwork,
  absent: readonly Outgoing[],
  signal: AbortSignal,
): Promise<void> {
  const death = {
    isLikely: (outgoing: Outgoing) => isOrphan(engine, network, outgoing, signal),
    finalize: (outgoing: Outgoing) => finalizeOneOrphan(outgoing, network),
    isWaiting:
      "spends a coin that its chain took back, and is not signed again before it is proven that it cannot arrive",
    said: { ended: "a transaction of coins that are gone is signed again", unproven: "an orphan could not be proven" },
  };
  await finalizeEach(engine, network, { absent, death }, signal);
}

async function isOrphan(
  { driver, networkCode }: Engine,
  { confirmations }: FinalizingNetwork,
  outgoing: Outgoing,
  signal: AbortSignal,
): Promise<boolean> {
  const newest = toSigned(outgoing, versionOf(outgoing, outgoing.version));
  const lost = lostFor(await driver.canStillConfirm(newest, confirmations, signal));
  return lost.length > 0 && !(await isAnyLive(networkCode, lost));
}

/** Returns false when it changed in the meantime. */
async function finalizeOneOrphan(outgoing: Outgoing, network: FinalizingNetwork): Promise<boolean> {
  return withTransaction(async (tx) => {
    const sends = await lockSends(tx, outgoing.sends);
    await lockAccount(tx, outgoing.networkCode, outgoing.fromAddress);
    const live = await lockLive(tx, outgoing.id);
    if (sends.some(({ status }) => status !== "sending")) return false;
    // Another worker may have found it in a block, or replaced it.
    if (live?.status !== "signed" || live.version !== outgoing.version) return false;
    // A consolidation is tied to its inputs: others are consolidated when there are many again.
    const isJoining = leadOf(outgoing).purpose === "consolidation";
    if (isJoining) await failUnconfirmable(tx, outgoing.id, DEAD);
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
