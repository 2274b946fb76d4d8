import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { recordAudit } from "@/lib/kernel/audit-log/record-audit";
import { crashPoint } from "@/lib/kernel/crash-point";
import { type Tx, withTransaction } from "@/lib/kernel/db";
import { AppError, ERROR_CODES, invariant } from "@/lib/kernel/errors";
import { isRefusedFor, refusal } from "@/lib/kernel/refusals";
import { lockMerchantFunds, reevaluateOnConflict } from "@/lib/ledger/credit-merchant";
import { toFormError } from "@/lib/money-out/payouts/dashboard-refusal";
import { findFunds, shortOf } from "@/lib/money-out/payouts/payout-funds";
import { type PayoutPlan, planPayout } from "@/lib/money-out/payouts/plan-payout";
import { findMerchantPayout } from "@/lib/money-out/payouts/repo";
import { createPayoutInput } from "@/lib/money-out/payouts/schema";
import { startPayoutWithin } from "@/lib/money-out/payouts/start-payout";
import { isFinal } from "@/lib/money-out/payouts/status";
import {
  findLastRestore,
  findRule,
  insertSettlement,
  isActiveMember,
  lockRule,
  updateRule,
} from "@/lib/money-out/settlements/repo";
import { nextRun, type SettlementRule, settledAmount, settlementOrderId } from "@/lib/money-out/settlements/settlement";
import { stopSettlement } from "@/lib/money-out/settlements/stop-settlement";
import { assertMayPayOut, PAYOUT_ROLES } from "@/lib/people/guards/assert-may-pay-out";
import { getMerchant } from "@/lib/people/merchants/create-merchant";
import { loadCatalog } from "@/lib/pricing/catalog/queries";

/** How long it waits for a price, a network, or the end of a security hold. */
const WAIT_MS = 5 * 60 * 1000;

const NOT_ENOUGH = "At the last run the balance was below the minimum amount plus what is kept.";
/** A rule of this kind is due only when the balance is large enough. */
const OWED = "Part of the balance covers what is owed from reversed payments. The rest is below the minimum amount.";
const REQUESTER_GONE =
  "The member who set it up can no longer pay out. Another owner must save the settlement again, then resume it.";
const RESTORED =
  "A backup of the gateway was restored, so payouts after the backup are unknown to it. Check what the address has received before you resume.";

/** The balance changed while the payout was planned: it is planned again. */
class BalanceMoved extends Error {
  override readonly name = "BalanceMoved";
}

/**
 * Decides a rule that is due: creates its next payout, or postpones it, or stops it. Everything
 * that a decision writes is one transaction under the rule's lock, and nothing is written if the
 * rule is not as it was read: concurrent workers, repetitions and crashes create no second payout.
 */
export async function decideSettlement(ruleId: string, now: Date): Promise<void> {
  const rule = await findRule(ruleId);
  if (rule === null || rule.stoppedAt !== null || rule.endedAt !== null) return;
  try {
    if (rule.openPayoutId === null) return await settle(rule, now);
    return await readOutcome(rule, rule.openPayoutId, now);
  } catch (error) {
    if (error instanceof BalanceMoved || isRefusedFor(error, "not_enough_funds")) return;
    if (!(error instanceof AppError)) throw error;
    if (isPassing(error)) return await postpone(rule, new Date(now.getTime() + WAIT_MS), reasonOf(error));
    await ifUnchanged(rule, (tx) => stopSettlement(tx, rule, reasonOf(error), now));
  }
}

/** Moves the next decision, with the reason for its page. */
export async function postpone(rule: SettlementRule, nextAt: Date, note: string | null): Promise<void> {
  await ifUnchanged(rule, (tx) => updateRule(tx, rule.id, { nextAt, note }));
}

/** @throws AppError when its payout is refused; nothing was taken then */
async function settle(rule: SettlementRule, now: Date): Promise<void> {
  // Another worker may have decided it since it was found due.
  if (now < rule.usableFrom || now < rule.nextAt) return;
  const restoredAt = await findLastRestore();
  if (restoredAt !== null && restoredAt > rule.confirmedAt) throw new AppError("refused", RESTORED);
  const plan = await planSettlement(rule);
  if (plan !== null) return await create(rule, plan, now);
  if (rule.trigger === "threshold") return await postpone(rule, new Date(now.getTime() + WAIT_MS), OWED);
  await postpone(rule, nextRun(rule, now), NOT_ENOUGH);
}

/** Returns null when there is too little to settle. */
async function planSettlement(rule: SettlementRule): Promise<PayoutPlan | null> {
  const [merchant, catalog] = await Promise.all([getMerchant(rule.merchantId), loadCatalog()]);
  const service = catalog.service(rule.currencyCode, rule.networkCode);
  if (service === null) throw refusal("service_not_found");
  const { spendable } = await findFunds(merchant, rule.currencyCode);
  const amount = settledAmount(rule, spendable, service);
  if (amount === null) return null;
  await assertMayPayOut(rule.merchantId);
  const input = createPayoutInput.parse({
    amount: amount.toFixed(),
    currency: rule.currencyCode,
    network: rule.networkCode,
    order_id: settlementOrderId(rule),
    address: rule.address,
    memo: rule.memo,
    is_subtract: false,
    url_callback: rule.urlCallback,
  });
  return await planPayout(merchant, input, { mustBeCovered: true });
}

async function create(rule: SettlementRule, plan: PayoutPlan, now: Date): Promise<void> {
  const id = randomUUID();
  const start = () => ifUnchanged(rule, (tx) => createWithin(tx, rule, plan, { id, now }));
  await reevaluateOnConflict(start, () => shortOf(plan));
  crashPoint("settlement:committed");
}

async function createWithin(
  tx: Tx,
  rule: SettlementRule,
  plan: PayoutPlan,
  { id, now }: { readonly id: string; readonly now: Date },
): Promise<void> {
  const { merchantId, currencyCode: currency, savedById } = rule;
  const orderId = settlementOrderId(rule);
  crashPoint("settlement:locked");
  if (!(await isActiveMember(tx, { merchantId, userId: savedById }, PAYOUT_ROLES.payers)))
    throw new AppError("refused", REQUESTER_GONE);
  const order = { merchantId, orderId, urlCallback: rule.urlCallback, requestedById: savedById };
  const payout = await startPayoutWithin(tx, plan, order, id);
  if (payout.id !== id) throw new AppError("refused", `A payout with the order ID ${orderId} already exists.`);
  // Its lock is held since the payout was debited.
  const { spendable } = await lockMerchantFunds(tx, merchantId, currency);
  if (spendable.lt(rule.keep)) throw new BalanceMoved();
  await insertSettlement(tx, rule, id, nextRun(rule, now));
  const detail = { settlement: rule.id, currency };
  await recordAudit(tx, { actorId: null, merchantId, action: "payout.create", target: id, detail });
  crashPoint("settlement:written");
}

/** Reads how the rule's payout ended. One that did not arrive stops the rule. */
async function readOutcome(rule: SettlementRule, payoutId: string, now: Date): Promise<void> {
  const payout = await findMerchantPayout(rule.merchantId, payoutId);
  invariant(payout, `payout ${payoutId} of settlement ${rule.id} is there`);
  if (!isFinal(payout.status)) return;
  await ifUnchanged(rule, async (tx) => {
    if (payout.status === "paid") return await updateRule(tx, rule.id, { openPayoutId: null, note: null });
    const ended = payout.status === "cancel" ? "was cancelled" : "failed";
    const cause = payout.failure === null ? "" : `: ${payout.failure}`;
    return await stopSettlement(tx, rule, `Its payout ${ended}${cause}. The money was returned to the balance.`, now);
  });
}

/** Runs `change` under the rule's lock; does nothing when it has changed since it was read. */
async function ifUnchanged(rule: SettlementRule, change: (tx: Tx) => Promise<unknown>): Promise<void> {
  await withTransaction(async (tx) => {
    if (isDeepStrictEqual(await lockRule(tx, rule.id), rule)) await change(tx);
  });
}

/** A price or a node is missing for now, or a security hold ends by itself. */
function isPassing(error: AppError): boolean {
  if (!isRefusedFor(error, "outflow_blocked")) return ERROR_CODES[error.code].retryable;
  return error.terms["isMerchantBlocked"] !== true && error.terms["isOwnerBlocked"] !== true;
}

function reasonOf(error: AppError): string {
  const said = toFormError(error);
  if (!(said instanceof AppError)) return error.message;
  return Object.values(said.fields ?? {})[0]?.[0] ?? said.message;
}
