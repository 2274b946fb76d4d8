import { randomUUID } from "node:crypto";
import { assertCallbackAllowed } from "@/lib/delivery/webhooks/callback-address";
import { type Tx, withTransaction } from "@/lib/kernel/db";
import { invariant } from "@/lib/kernel/errors";
import type { Decimal } from "@/lib/kernel/money/decimal";
import { noteCreated, noteObject } from "@/lib/kernel/work-context";
import { reevaluateOnConflict } from "@/lib/ledger/credit-merchant";
import type { Payout } from "@/lib/money-out/payouts/payout";
import { assertNotGone, reserveFunds, shortOf } from "@/lib/money-out/payouts/payout-funds";
import { type PayoutPlan, planPayout } from "@/lib/money-out/payouts/plan-payout";
import { queuePayoutSend } from "@/lib/money-out/payouts/queue-payout-send";
import { findPayoutByOrderId, insertPayoutOnce, type NewPayout, updatePayout } from "@/lib/money-out/payouts/repo";
import type { CreatePayoutInput } from "@/lib/money-out/payouts/schema";
import { admitOutflow } from "@/lib/people/guards/admit-outflow";
import { assertMayPayOut } from "@/lib/people/guards/assert-may-pay-out";
import { insertOutflowEvent } from "@/lib/people/guards/outflow-repo";
import type { Merchant } from "@/lib/people/merchants/merchant";

/** What a plan does not contain: the requester and the reference. */
export type PayoutOrder = {
  readonly merchantId: string;
  readonly orderId: string;
  readonly urlCallback: string | null;
  /** The user who creates it; null for the machine API. */
  readonly requestedById: string | null;
  /**
   * Called in the transaction that creates the payout, to link it to its owner; not called for an
   * existing payout. Throwing prevents the creation.
   */
  readonly claim?: ((tx: Tx, payoutId: string) => Promise<void>) | undefined;
  /** For a row of a batch: the value of the whole file, in US dollars; null when unknown. */
  readonly together?: Decimal | null | undefined;
};

/**
 * Reserves the funds and queues the send, in one transaction; or stores it as `check` if someone
 * has to approve it first. A repeated order id, even concurrent, returns the first payout.
 *
 * @throws AppError the refusal of a guard, `not_enough_funds`, `not_enough_to_convert`,
 *   `convert_failed`: nothing is written then
 */
export async function startPayout(plan: PayoutPlan, order: PayoutOrder): Promise<Payout> {
  const id = randomUUID();
  const start = () => withTransaction((tx) => startPayoutWithin(tx, plan, order, id));
  const started = await reevaluateOnConflict(start, () => shortOf(plan));
  if (started.id === id) noteCreated("payout", started.id);
  else noteObject(started.id);
  return started;
}

/**
 * Does the same in the caller's transaction, which must be rolled back when this throws. A payout
 * with another id than the given one existed before.
 */
export async function startPayoutWithin(tx: Tx, plan: PayoutPlan, order: PayoutOrder, id: string): Promise<Payout> {
  const payout = toNewPayout(id, plan, order);
  if (!(await insertPayoutOnce(tx, payout))) return await firstPayout(tx, order);
  const money = { ...payout, conversion: plan.conversion };
  await assertNotGone(tx, money);
  const { merchantId, address, memo, fromCode, debitedAmount } = payout;
  await order.claim?.(tx, id);
  await insertOutflowEvent(tx, { kind: "payout", subjectId: id }, "created");
  const reviews = await admitOutflow(tx, {
    kind: "payout",
    subjectId: id,
    merchantId,
    amount: debitedAmount,
    currency: fromCode,
    destination: { network: plan.service.network, address, memo },
    requestedById: order.requestedById,
    together: order.together,
  });
  const balanceAfter = await reserveFunds(tx, money);
  const status = reviews.length > 0 ? "check" : "process";
  const taken = await updatePayout(tx, id, { balanceAfter, status });
  if (status === "process") await queuePayoutSend(tx, taken);
  return taken;
}

/** The insert waited for the first payout's transaction, which has committed. */
async function firstPayout(tx: Tx, { merchantId, orderId }: PayoutOrder): Promise<Payout> {
  const first = await findPayoutByOrderId(merchantId, orderId, tx);
  invariant(first, `the payout ${orderId} of merchant ${merchantId} is there`);
  return first;
}

function toNewPayout(id: string, plan: PayoutPlan, order: PayoutOrder): NewPayout {
  invariant(plan.address !== null, "a payout has an address");
  return {
    id,
    merchantId: order.merchantId,
    orderId: order.orderId,
    status: "process",
    amountText: plan.amountText,
    amount: plan.amount,
    currencyCode: plan.currencyCode,
    payerCode: plan.service.currency.code,
    networkCode: plan.service.network.code,
    address: plan.address,
    memo: plan.memo,
    isSubtract: plan.isSubtract,
    priority: plan.priority,
    requestedRateSource: plan.requestedRateSource,
    urlCallback: order.urlCallback,
    fromCode: plan.fromCode,
    sentAmount: plan.sentAmount,
    commission: plan.commission,
    debitedAmount: plan.debitedAmount,
    feeQuoteId: plan.feeQuote.id,
    createdById: order.requestedById,
  };
}

/**
 * Creates a payout, or returns the payout that the merchant created with the same order id,
 * whatever else is in `input`: a repeated call is harmless, even if payouts have been blocked
 * since. `requestedById` is the user who creates it; null for the machine API. `claim` links it to
 * its owner, in the transaction that creates it; `together` is the value of the file that contains
 * its row.
 * @throws AppError with the specification's text, or naming the invalid parameter; no funds were
 *   taken then
 */
export async function createPayout(
  merchant: Merchant,
  input: CreatePayoutInput,
  requestedById: string | null = null,
  { claim, together }: Pick<PayoutOrder, "claim" | "together"> = {},
): Promise<Payout> {
  const first = await findPayoutByOrderId(merchant.id, input.order_id);
  if (first !== null) return first;
  try {
    await assertMayPayOut(merchant.id);
    assertCallbackAllowed(input.url_callback);
    const plan = await planPayout(merchant, input, { mustBeCovered: true });
    return await startPayout(plan, {
      merchantId: merchant.id,
      orderId: input.order_id,
      urlCallback: input.url_callback,
      requestedById,
      claim,
      together,
    });
  } catch (error) {
    // A concurrent call with the same order id may have reserved the money that is missing now.
    const other = await findPayoutByOrderId(merchant.id, input.order_id);
    if (other !== null) return other;
    throw error;
  }
}
