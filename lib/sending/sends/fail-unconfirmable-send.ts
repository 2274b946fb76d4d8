import type { ChainDriver } from "@/lib/chains/driver";
import type { Coin } from "@/lib/chains/spending";
import { clearAlarm, clearAlarmsAbout } from "@/lib/kernel/alarms/raise-alarm";
import { recordAudit } from "@/lib/kernel/audit-log/record-audit";
import { withTransaction } from "@/lib/kernel/db";
import { log } from "@/lib/kernel/log";
import { ZERO } from "@/lib/kernel/money/decimal";
import { freeCoins } from "@/lib/money-in/deposits/coins-repo";
import type { CatalogNetwork } from "@/lib/pricing/catalog/catalog-types";
import { lockAccount } from "@/lib/sending/sends/accounts-repo";
import { recordMalleated, searchOf } from "@/lib/sending/sends/follow-malleated";
import { stateOfCoins } from "@/lib/sending/sends/locate-ended";
import { leadOf, type Outgoing, spendsOf, versionOf } from "@/lib/sending/sends/outgoing";
import { failUnconfirmable, findOutgoing, lockLive } from "@/lib/sending/sends/outgoing-repo";
import { findLife } from "@/lib/sending/sends/prove-dead";
import { notifySends } from "@/lib/sending/sends/repo";
import { SEND_ALARMS } from "@/lib/sending/sends/send-alarms";
import { lockSends } from "@/lib/sending/sends/send-owner";
import { releaseSends } from "@/lib/sending/sends/settle-send";

type MalleatedSearcher = Pick<ChainDriver, "findMalleatedByEach" | "witnesses">;

/**
 * Duration of one part of the search, after which its process may stop: shorter than a job's time
 * limit.
 */
const PART_MS_MAX = 15_000;

/**
 * `refusal`: why it may itself have spent its UTXOs; `searching`: the time of one part did not
 * suffice to search all blocks.
 */
type OtherId = { readonly kind: "none" } | { readonly kind: "refusal" | "searching"; readonly reason: string };

/**
 * Checks whether a transaction whose UTXOs are spent may itself have spent them under a malleated
 * id. It has not if every node of the network has shown so for all blocks since it was signed, or
 * if ids cannot be malleated. A malleated id that is found is recorded and followed from then on. A
 * long search continues with the next call through the same driver.
 */
async function findOtherId(
  driver: MalleatedSearcher,
  outgoing: Outgoing,
  signal: AbortSignal,
  partMsMax = PART_MS_MAX,
): Promise<OtherId> {
  const nodeAnswers = (await driver.findMalleatedByEach?.(searchOf(outgoing), partMsMax, signal)) ?? [];
  for (const { answer } of nodeAnswers) {
    if (answer?.kind !== "found") continue;
    await recordMalleated(outgoing, answer.malleated);
    return refusal(`it arrived under another id, ${answer.malleated.transactionId}, and is followed there`);
  }
  // If a node cannot search, the others need not search for hours.
  const open = nodeAnswers.find(({ answer }) => answer === null || answer.kind === "unclear");
  if (open !== undefined) {
    const why = open.answer?.kind === "unclear" ? open.answer.reason : (open.error ?? "no answer");
    return refusal(
      `it may have arrived under another id: ${open.node} could not search all blocks since it was signed (${why})`,
    );
  }
  for (const { node, answer } of nodeAnswers) {
    if (answer?.kind === "unfinished") return { kind: "searching", reason: `${node}: ${answer.reason}` };
  }
  return { kind: "none" };
}

const refusal = (reason: string): OtherId => ({ kind: "refusal", reason });

const DEAD = "Another transaction used its nonce or coins, or it expired: it can no longer confirm";

/**
 * `searching`: the chain is still being searched; the next call through the same driver continues.
 */
export type FailUnconfirmableOutcome = "ended" | "refused" | "searching";

type FailUnconfirmableOrder = { readonly outgoingId: string; readonly actorId: string | null };
type Network = Pick<CatalogNetwork, "code" | "confirmations" | "isSandbox" | "nativeCurrency">;

/**
 * Ends a transaction of which every version is proven dead: another transaction used its nonce, its
 * UTXOs or their ancestors, or it has expired, with enough confirmations on every node that
 * responds, of which there must be two. Its amount and the rest of its reserved fee are released,
 * and its owner returns the money. Where ids are malleable, none of those nodes may find it under
 * another id in any block since it was signed. Without complete proof nothing changes, and the
 * audit log records why.
 * @throws ChainUnavailableError when no node responds
 */
export async function failUnconfirmableSend(
  driver: Pick<ChainDriver, "canStillConfirm" | "canStillConfirmByEach" | "coinsSpentBy"> & MalleatedSearcher,
  network: Network,
  order: FailUnconfirmableOrder,
  signal: AbortSignal,
): Promise<FailUnconfirmableOutcome> {
  const outgoing = await findOutgoing(order.outgoingId);
  if (outgoing === null || (outgoing.status !== "signed" && outgoing.status !== "included")) return "refused";
  // The same address has transactions on several networks: another network's nodes do not know this
  // one and would consider it dead.
  if (outgoing.networkCode !== network.code) return refuse(network, order, `it is on ${outgoing.networkCode}`);
  const isOperators = order.actorId !== null;
  const life = await findLife(driver, network, outgoing, { isOperators }, signal);
  if (life !== null) return refuse(network, order, life);
  const other = await findOtherId(driver, outgoing, signal);
  if (other.kind === "refusal") return refuse(network, order, other.reason);
  if (other.kind === "searching") {
    const { reason } = other;
    log().info(
      { network: network.code, outgoingId: outgoing.id, reason },
      "searching for a transaction under another id",
    );
    return "searching";
  }
  const gone = await findGone(driver, network, outgoing, signal);
  if (await end(outgoing, network, gone, order.actorId)) return "ended";
  return refuse(network, order, "it changed meanwhile");
}

async function refuse({ code }: Network, order: FailUnconfirmableOrder, refusal: string): Promise<"refused"> {
  log().warn({ network: code, outgoingId: order.outgoingId, refusal }, "a transaction is not ended as dead");
  await refuseFailUnconfirmable(order, refusal);
  return "refused";
}

/** Records in the audit log, for the operator, why it is not ended. */
export async function refuseFailUnconfirmable(order: FailUnconfirmableOrder, reason: string): Promise<void> {
  const { outgoingId: target, actorId } = order;
  await withTransaction((tx) =>
    recordAudit(tx, { actorId, action: "send.end-dead-refused", target, detail: { reason } }),
  );
}

/** Returns which of its UTXOs another transaction has spent. */
async function findGone(
  driver: Pick<ChainDriver, "canStillConfirm">,
  { confirmations }: Network,
  outgoing: Outgoing,
  signal: AbortSignal,
): Promise<readonly Coin[]> {
  const spends = spendsOf(outgoing, versionOf(outgoing, outgoing.version));
  const gone: Coin[] = [];
  for (const coin of spends.kind === "coins" ? spends.coins : []) {
    if ((await stateOfCoins(driver, [coin], confirmations, signal)) === "spent") gone.push(coin);
  }
  return gone;
}

async function end(
  outgoing: Outgoing,
  network: Network,
  gone: readonly Coin[],
  actorId: string | null,
): Promise<boolean> {
  return withTransaction(async (tx) => {
    const sends = await lockSends(tx, outgoing.sends);
    await lockAccount(tx, outgoing.networkCode, outgoing.fromAddress);
    const live = await lockLive(tx, outgoing.id);
    if (sends.some(({ status }) => status !== "sending") || live === null) return false;
    if (live.version !== outgoing.version || !live.feeMax.equals(outgoing.feeMax)) return false;
    await failUnconfirmable(tx, outgoing.id, DEAD);
    await freeCoins(tx, outgoing.id, gone);
    for (const send of sends) await clearAlarmsAbout(tx, send.id, SEND_ALARMS);
    await clearAlarm(tx, { kind: "send-stuck", subject: outgoing.id });
    const cost = { currencyCode: network.nativeCurrency, amount: ZERO };
    await releaseSends(tx, { outgoing, sends, cost, reason: DEAD, cause: "gateway" });
    const { purpose, purposeId } = leadOf(outgoing);
    const detail = { purpose, purposeId, ...(sends.length > 1 ? { sends: sends.length } : {}) };
    await recordAudit(tx, { actorId, action: "send.end-dead", target: outgoing.id, detail });
    await notifySends(tx, outgoing.networkCode);
    return true;
  });
}
