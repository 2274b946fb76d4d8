import type { ReactNode } from "react";
import { coinText, priceText } from "@/components/pay/format";
import { Icon, type IconName } from "@/components/pay/icons";
import type { PageModel } from "@/components/pay/page-model";
import { rich, say } from "@/components/pay/say";
import type { TextKey } from "@/components/pay/text";
import type { PayTone } from "@/lib/invoices/pay-state";

const ICON_OF_TONE: Readonly<Record<PayTone, IconName>> = {
  waiting: "clock",
  moving: "moving",
  good: "check",
  wrong: "alert",
};

/** The one sentence of the page, and the next step under it. */
export function Headline({ view, state }: PageModel) {
  const values = headlineValues({ view, state });
  const title: TextKey = `${state.kind}.title`;
  const marked = Object.fromEntries(
    Object.entries(values).map(([name, text]) => [name, <strong key={name}>{text}</strong>]),
  );
  return (
    <div className={`headline ${state.tone}`}>
      <h1 id="headline" tabIndex={-1}>
        {rich(title, marked as Readonly<Record<string, ReactNode>>)}
      </h1>
      {state.kind === "waiting" ? null : (
        <p className="state">
          <Icon name={ICON_OF_TONE[state.tone]} />
          <span>{say(bodyKey({ view, state }), values)}</span>
        </p>
      )}
      {(state.kind === "expired" || state.kind === "cancelled") && view.cases.length === 0 ? (
        <p className="aside">{say("expired.sent", values)}</p>
      ) : null}
    </div>
  );
}

/** The same sentence without marks: the title of the window, and what is read out when the state changes. */
export function headlineText(model: Pick<PageModel, "view" | "state">): string {
  return say(`${model.state.kind}.title`, headlineValues(model));
}

function bodyKey({ view, state }: Pick<PageModel, "view" | "state">): TextKey {
  const isShort = view.quote !== null && state.received.lt(view.quote.payerAmount);
  if (state.kind === "confirming" && isShort && !view.isPaymentMultiple) return "confirming.short";
  if (state.kind === "expired" && view.cases.length > 0) return "expired.late";
  if (state.kind === "cancelled" && view.cases.length > 0) return "cancelled.late";
  return `${state.kind}.body`;
}

function headlineValues({ view, state }: Pick<PageModel, "view" | "state">): Record<string, string> {
  const { quote } = view;
  const common = {
    price: priceText(view.amount, view.currency, view.isFiat),
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
