import type { ReactNode } from "react";
import { coinText, priceText } from "@/components/pay/format";
import { Icon, type IconName } from "@/components/pay/icons";
import type { PageModel } from "@/components/pay/page-model";
import type { PayStateKind, PayTone } from "@/lib/invoices/pay-state";
import type { PayView } from "@/lib/invoices/pay-view";
import type { TextKey } from "@/lib/locales/catalogues";
import type { PayRefundable, PayRefundRequest } from "@/lib/refund-requests/pay-refund-requests";

const ICON_OF_TONE: Readonly<Record<PayTone, IconName>> = {
  waiting: "clock",
  moving: "moving",
  good: "check",
  wrong: "alert",
};

/** Closed without a payment: somebody who has sent one all the same must not think it lost. */
const CLOSED_EMPTY: ReadonlySet<PayStateKind> = new Set(["expired", "renewable", "cancelled"]);

/** A payer's wish for money back that nobody has refused and that has not come to its end. */
const UNDER_WAY: ReadonlySet<PayRefundRequest["status"]> = new Set(["unconfirmed", "confirmed", "approved"]);

/** The one sentence of the page, and the next step under it. */
export function Headline({ view, state, words }: PageModel) {
  const values = headlineValues({ view, state, words });
  const title: TextKey = `${state.kind}.title`;
  const marked = Object.fromEntries(
    Object.entries(values).map(([name, text]) => [name, <strong key={name}>{text}</strong>]),
  );
  return (
    <div className={`headline ${state.tone}`}>
      <h1 id="headline" tabIndex={-1}>
        {words.rich(title, marked as Readonly<Record<string, ReactNode>>)}
      </h1>
      {state.kind === "waiting" ? null : (
        <p className="state">
          <Icon name={ICON_OF_TONE[state.tone]} />
          <span>{words.say(bodyKey({ view, state }), values)}</span>
        </p>
      )}
      {CLOSED_EMPTY.has(state.kind) && view.cases.length === 0 ? (
        <p className="aside">{words.say("expired.sent", values)}</p>
      ) : null}
    </div>
  );
}

/** The same sentence without marks: the title of the window, and what is read out when the state changes. */
export function headlineText(model: Pick<PageModel, "view" | "state" | "words">): string {
  return model.words.say(`${model.state.kind}.title`, headlineValues(model));
}

function bodyKey({ view, state }: Pick<PageModel, "view" | "state">): TextKey {
  const isShort = view.quote !== null && state.received.lt(view.quote.payerAmount);
  if (state.kind === "confirming" && isShort && !view.isPaymentMultiple) return "confirming.short";
  if (state.kind === "paid" && view.isPaidLate) return "paid.late";
  if (state.kind === "short") return shortKey(view);
  if (state.kind === "paid-over" && isHelpedHere(view, "surplus")) return "paid-over.ask";
  if (state.kind === "locked" && view.questionnaire?.status === "init") return "locked.asked";
  if (state.kind === "expired" && view.cases.length > 0) return "expired.late";
  if (state.kind === "cancelled" && view.cases.length > 0) return "cancelled.late";
  return `${state.kind}.body`;
}

function shortKey(view: PayView): TextKey {
  if (isHelpedHere(view, "short")) return view.isPaymentMultiple ? "short.ask" : "short.single-ask";
  return view.isPaymentMultiple ? "short.body" : "short.single";
}

/** The way to the money stands on this page, or a wish for it is under way: then nobody is sent to the shop for it. */
function isHelpedHere({ refundables, refundRequests }: PayView, kind: PayRefundable["kind"]): boolean {
  return (
    refundables.some((money) => money.kind === kind && (money.hasMail || money.canSign)) ||
    refundRequests.some(({ status }) => UNDER_WAY.has(status))
  );
}

type HeadlineFacts = Pick<PageModel, "view" | "state" | "words">;

function headlineValues({ view, state, words }: HeadlineFacts): Record<string, string> {
  const { quote } = view;
  const common = {
    price: priceText(view, words),
    merchant: view.merchantName,
    order: view.orderId,
  };
  if (quote === null) return common;
  const missing = quote.payerAmount.minus(state.received);
  return {
    ...common,
    amount: coinText(state.due ?? quote.payerAmount, quote.currency),
    network: quote.network.name,
    received: coinText(state.received, quote.currency),
    total: coinText(quote.payerAmount, quote.currency),
    over: coinText(state.over ?? state.received.minus(state.received), quote.currency),
    missing: coinText(missing, quote.currency),
  };
}
