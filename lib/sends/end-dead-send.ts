import { clearAlarm } from "@/lib/alarms/raise-alarm";
import type { CatalogNetwork } from "@/lib/catalog/catalog-types";
import type { ChainDriver } from "@/lib/chains/driver";
import { withTransaction } from "@/lib/db";
import { log } from "@/lib/log";
import { recordAudit } from "@/lib/merchants/audit-repo";
import { ZERO } from "@/lib/money/decimal";
import { lockAccount } from "@/lib/sends/accounts-repo";
import { type Outgoing, spendsOf } from "@/lib/sends/outgoing";
import { endDead, findOutgoing, lockLive } from "@/lib/sends/outgoing-repo";
import { lockSend, notifySends } from "@/lib/sends/repo";
import { sendOwner } from "@/lib/sends/send-owner";
import { releaseSend } from "@/lib/sends/settle-send";

const DEAD = "Another transaction took its nonce: it can never arrive";

/** One node may lie or be on a fork; on the sandbox there is only its own. */
const WITNESSES_MIN = 2;

type EndDeadOrder = { readonly outgoingId: string; readonly actorId: string | null };
type Network = Pick<CatalogNetwork, "code" | "confirmations" | "isSandbox" | "nativeCurrency">;

/**
 * Ends a transaction of which every version is proven dead: another one took its nonce, deep in the chain on every node that answers, and
 * two do. Its amount and all that was kept for its fee go back to where they came from, and its owner gives the money back. Anything
 * less than the proof changes nothing, and the audit trail says why.
 * @returns whether it was ended
 * @throws ChainUnavailableError when no node answers
 */
export async function endDeadSend(
  driver: Pick<ChainDriver, "accountNonce" | "canStillConfirm">,
  network: Network,
  order: EndDeadOrder,
  signal: AbortSignal,
): Promise<boolean> {
  const outgoing = await findOutgoing(order.outgoingId);
  if (outgoing === null || (outgoing.status !== "signed" && outgoing.status !== "included")) return false;
  const life = await findLife(driver, network, outgoing, signal);
  const refusal = life ?? ((await end(outgoing, network, order.actorId)) ? null : "it changed meanwhile");
  if (refusal === null) return true;
  log().warn({ network: network.code, outgoingId: outgoing.id, refusal }, "a transaction is not ended as dead");
  await refuseEndDead(order, refusal);
  return false;
}

/** Tells the operator, in the audit trail, why it is not ended. */
export async function refuseEndDead(order: EndDeadOrder, reason: string): Promise<void> {
  const { outgoingId: target, actorId } = order;
  await withTransaction((tx) =>
    recordAudit(tx, { actorId, action: "send.end-dead-refused", target, detail: { reason } }),
  );
}

/** Why it may still arrive; null when it is proven dead. */
async function findLife(
  driver: Pick<ChainDriver, "accountNonce" | "canStillConfirm">,
  { confirmations, isSandbox }: Network,
  outgoing: Outgoing,
  signal: AbortSignal,
): Promise<string | null> {
  const needed = isSandbox ? 1 : WITNESSES_MIN;
  const answered = (await driver.accountNonce(outgoing.fromAddress, signal))?.answered ?? 0;
  if (answered < needed) return `${answered} of the ${needed} nodes that are needed answer`;
  const spends = spendsOf(outgoing);
  for (const { transactionId } of outgoing.versions) {
    const { verdict } = await driver.canStillConfirm({ transactionId, spends }, confirmations, signal);
    if (verdict !== "impossible") return `${transactionId} is ${verdict}`;
  }
  return null;
}

async function end(outgoing: Outgoing, network: Network, actorId: string | null): Promise<boolean> {
  const owner = sendOwner(outgoing.send.purpose);
  return withTransaction(async (tx) => {
    await owner.lock(tx, outgoing.send.purposeId);
    const send = await lockSend(tx, outgoing.send);
    await lockAccount(tx, outgoing.networkCode, outgoing.fromAddress);
    const live = await lockLive(tx, outgoing.id);
    if (send.status !== "sending" || live === null) return false;
    if (live.version !== outgoing.version || !live.feeMax.equals(outgoing.feeMax)) return false;
    await endDead(tx, outgoing.id, DEAD);
    await clearAlarm(tx, { kind: "send-refused", subject: send.id });
    await clearAlarm(tx, { kind: "send-stuck", subject: outgoing.id });
    const cost = { currencyCode: network.nativeCurrency, amount: ZERO };
    await releaseSend(tx, { outgoing, send, cost, reason: DEAD, cause: "gateway" });
    const detail = { purpose: send.purpose, purposeId: send.purposeId };
    await recordAudit(tx, { actorId, action: "send.end-dead", target: outgoing.id, detail });
    await notifySends(tx, outgoing.networkCode);
    return true;
  });
}
