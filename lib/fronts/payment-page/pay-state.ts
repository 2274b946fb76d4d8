import { createHash } from "node:crypto";
import type { PayCore, PayDeposit, PayQuote, PayView } from "@/lib/fronts/payment-page/pay-view";
import { type Decimal, decimal, HUNDRED, ZERO } from "@/lib/kernel/money/decimal";
import { roundUpToUnit } from "@/lib/kernel/money/rounding";
import type { InvoiceStatus } from "@/lib/money-in/invoices/status";

/** The state that the page shows, each with a sentence and a next step. */
export type PayStateKind =
  /** The payer must choose a coin. */
  | "choose"
  /** The payer must choose a coin, but none is available now. */
  | "unavailable"
  /** No coin was chosen, and the operator has blocked the shop's new payments. */
  | "blocked"
  /** Nothing was received. */
  | "waiting"
  /** The payment disappeared from its network, and there is no other. */
  | "dropped"
  /** A partial payment was received; the remaining amount is due. */
  | "rest"
  /** The full amount was seen, but is not confirmed yet. */
  | "confirming"
  /** The time is over, and the gateway is still syncing up to it. */
  | "overdue"
  | "paid"
  | "paid-over"
  | "paid-by-hand"
  | "short"
  | "expired"
  /** Expired, and the payer may get a new price. */
  | "renewable"
  /** A payment was received after the end and waits for the merchant's rule or decision. */
  | "late"
  /** Cancelled by the merchant before its time. */
  | "cancelled"
  | "failed"
  | "broken"
  | "locked"
  | "reversed"
  | "refunding"
  | "refunded"
  | "refund-failed";

export type PayTone = "waiting" | "moving" | "good" | "wrong";

export type PayState = {
  readonly kind: PayStateKind;
  readonly tone: PayTone;
  /** The amount to send now, in the quote's currency; null when nothing is due. */
  readonly due: Decimal | null;
  /** Unconfirmed and confirmed total, in the quote's currency. */
  readonly received: Decimal;
  /** Received above the amount owed; null when nothing was. */
  readonly over: Decimal | null;
  /** Of the pending payment with the fewest confirmations. */
  readonly depth: { readonly have: number; readonly need: number } | null;
  /** Whole seconds until the end of the invoice; null when time no longer matters. */
  readonly secondsLeft: number | null;
  readonly secondsInAll: number;
  readonly mayChangeCoin: boolean;
  /** Changes whenever the page would look different. */
  readonly key: string;
};

const TONES: Readonly<Record<PayStateKind, PayTone>> = {
  choose: "waiting",
  unavailable: "wrong",
  blocked: "wrong",
  waiting: "waiting",
  dropped: "wrong",
  rest: "waiting",
  confirming: "moving",
  overdue: "moving",
  paid: "good",
  "paid-over": "good",
  "paid-by-hand": "good",
  short: "wrong",
  expired: "wrong",
  renewable: "waiting",
  late: "moving",
  cancelled: "wrong",
  failed: "wrong",
  broken: "wrong",
  locked: "moving",
  reversed: "moving",
  refunding: "moving",
  refunded: "good",
  "refund-failed": "wrong",
};

const TIMED: ReadonlySet<PayStateKind> = new Set(["choose", "unavailable", "waiting", "dropped", "rest"]);

/** States in which an amount is due. */
const DUE: ReadonlySet<PayStateKind> = new Set(["waiting", "dropped", "rest"]);

/**
 * The part of a state that does not depend on which coins can be chosen, only on whether any can.
 */
export type PayCoreState = Omit<PayState, "mayChangeCoin">;

/**
 * Returns the state of this invoice's page at `now`. Pure: the same view and time give the same
 * state.
 */
export function payState(view: PayView, now: Date): PayState {
  const state = payCoreState(view, view.choices.length > 0, now);
  return { ...state, mayChangeCoin: mayChangeCoin(view, state.kind) };
}

/**
 * Returns the same without the choices. `hasChoice`, whether there are any, only matters for an
 * open invoice without a quote.
 */
export function payCoreState(view: PayCore, hasChoice: boolean, now: Date): PayCoreState {
  const alive = view.deposits.filter((deposit) => deposit.status !== "vanished");
  const pending = alive.filter((deposit) => deposit.status === "seen");
  const received = pending.reduce((sum, deposit) => sum.plus(deposit.worth), view.confirmedAmount);
  const remaining = view.quote === null ? ZERO : remainingDue(view, view.quote, received);
  const millisecondsLeft = view.expiresAt.getTime() - now.getTime();
  const kind = kindOf(view, { remaining, hasReceived: received.gt("0"), isOver: millisecondsLeft <= 0, hasChoice });
  const depth = pending.length === 0 ? null : depthOf(pending);
  return {
    kind,
    tone: TONES[kind],
    due: DUE.has(kind) ? remaining : null,
    received,
    over: view.quote !== null && received.gt(view.quote.payerAmount) ? received.minus(view.quote.payerAmount) : null,
    depth,
    secondsLeft: TIMED.has(kind) ? Math.max(0, Math.ceil(millisecondsLeft / 1000)) : null,
    secondsInAll: view.lifetimeSeconds,
    key: keyOf(view, kind, depth),
  };
}

/** There must be an alternative to the current coin, which may itself be unavailable now. */
function mayChangeCoin(view: PayView, kind: PayStateKind): boolean {
  if (!view.choices.some((choice) => !choice.isCurrent)) return false;
  return kind === "renewable" || (kind === "waiting" && hasNothing(view) && view.mayRequote);
}

/** Nothing was ever sent in any coin: after that the coin can no longer be changed. */
function hasNothing(view: PayView): boolean {
  return view.deposits.length === 0 && view.cases.length === 0;
}

/**
 * Returns the amount still owed. Zero within the merchant's accuracy, and below one payable unit.
 */
function remainingDue(view: PayCore, quote: PayQuote, received: Decimal): Decimal {
  const remaining = quote.payerAmount.minus(received);
  const enough = quote.payerAmount.times(HUNDRED.minus(view.accuracyPercent)).dividedBy(HUNDRED);
  if (received.gt("0") && received.gte(enough)) return ZERO;
  const unit = decimal("1").dividedBy(decimal(`1${"0".repeat(quote.payableDecimals)}`));
  return remaining.lt(unit) ? ZERO : roundUpToUnit(remaining, quote.payableDecimals);
}

type Facts = {
  readonly remaining: Decimal;
  readonly hasReceived: boolean;
  readonly isOver: boolean;
  readonly hasChoice: boolean;
};

const KIND_OF_STATUS: Readonly<Record<Exclude<InvoiceStatus, "check" | "process" | "paid" | "cancel">, PayStateKind>> =
  {
    paid_over: "paid-over",
    wrong_amount: "short",
    fail: "failed",
    system_fail: "broken",
    locked: "locked",
    refund_process: "refunding",
    refund_paid: "refunded",
    refund_fail: "refund-failed",
  };

function kindOf(view: PayCore, facts: Facts): PayStateKind {
  if (view.status === "paid") return view.isPaidByHand ? "paid-by-hand" : "paid";
  if (view.status === "cancel") return closedKind(view);
  if (view.status !== "check" && view.status !== "process") return KIND_OF_STATUS[view.status];
  if (view.isReversed) return "reversed";
  if (view.quote === null) return openWithoutQuote(view, facts);
  const isCovered = facts.hasReceived && (facts.remaining.isZero() || !view.isPaymentMultiple);
  if (isCovered) return "confirming";
  if (facts.isOver) return "overdue";
  if (facts.hasReceived) return "rest";
  return view.deposits.some(({ status }) => status === "vanished") ? "dropped" : "waiting";
}

function closedKind(view: PayCore): PayStateKind {
  if (view.isCancelledByHand) return "cancelled";
  if (view.cases.some(({ kind, status }) => kind === "late" && status === "open")) return "late";
  return view.isRenewable ? "renewable" : "expired";
}

function openWithoutQuote(view: PayCore, facts: Facts): PayStateKind {
  if (facts.isOver) return "expired";
  if (view.arePaymentsBlocked) return "blocked";
  return facts.hasChoice ? "choose" : "unavailable";
}

function depthOf(pending: readonly PayDeposit[]): { have: number; need: number } {
  const [first, ...others] = pending.map((deposit) => ({
    have: Math.min(deposit.confirmations, deposit.confirmationsNeeded),
    need: deposit.confirmationsNeeded,
  }));
  if (first === undefined) return { have: 0, need: 1 };
  return others.reduce((least, depth) => (depth.need - depth.have > least.need - least.have ? depth : least), first);
}

/**
 * Short enough to compare on every poll; the passage of time does not change it, except when the
 * invoice expires.
 */
function keyOf(view: PayCore, kind: PayStateKind, depth: PayState["depth"]): string {
  const facts = [
    kind,
    view.status,
    view.quoteCount,
    view.quote?.network.isReady ?? null,
    depth,
    view.deposits.map((deposit) => [deposit.transactionId, deposit.status, deposit.amount.toFixed()]),
    view.cases.map((entry) => [entry.reference, entry.kind, entry.status, entry.isJudged]),
    view.refundables.map(({ kind, caseId, amount }) => [kind, caseId, amount.toFixed()]),
    view.refundRequests.map(({ status, addressEnds }) => [status, addressEnds]),
    view.questionnaire?.status ?? null,
    view.refunds.map((refund) => [refund.status, refund.transactionId]),
    view.isRenewable,
    view.expiresAt,
  ];
  return createHash("sha256").update(JSON.stringify(facts)).digest("base64url").slice(0, 16);
}
