import type { ReactNode } from "react";
import { CopyButton } from "@/components/payers/pay/copy-button";
import { Icon } from "@/components/payers/pay/icons";
import type { PayQuote } from "@/lib/fronts/payment-page/pay-view";
import type { Messages } from "@/lib/kernel/locales/messages";
import type { Decimal } from "@/lib/kernel/money/decimal";
import { type ExchangeTerms, grossUp } from "@/lib/pricing/exchange-terms/exchange-terms";

type ExchangeAmountsProps = {
  readonly quote: PayQuote;
  /** The amount that has to arrive. */
  readonly due: Decimal;
  /** Null if no usual fee is known. */
  readonly terms: ExchangeTerms | null;
  readonly messages: Messages;
};

/**
 * The amount to type so that the exact sum arrives; if no fee is known, the amount that has to
 * arrive.
 */
export function ExchangeAmount({ quote, due, terms, messages }: ExchangeAmountsProps) {
  const { currency, payableDecimals } = quote;
  const dueText = messages.coin(due, currency);
  if (terms === null) {
    return (
      <AmountFact amount={due} currency={currency} messages={messages} label={messages.say("exchange.due.label")}>
        <small className="caution">
          <Icon name="alert" />
          <span>{messages.say("exchange.due.hint", { due: dueText })}</span>
        </small>
      </AmountFact>
    );
  }
  const { typed, arrives } = grossUp(due, terms.fee, payableDecimals);
  const values = { fee: messages.coin(terms.fee, currency), arrives: messages.coin(arrives, currency), due: dueText };
  return (
    <AmountFact amount={typed} currency={currency} messages={messages} label={messages.say("exchange.type.label")}>
      <small>{messages.say("exchange.type.hint", values)}</small>
    </AmountFact>
  );
}

/**
 * The amount for exchanges that add their fee on top; renders nothing if it is the same, or no fee
 * is known.
 */
export function AmountOnTop({ quote, due, terms, messages }: ExchangeAmountsProps) {
  const { currency, payableDecimals } = quote;
  if (terms === null || grossUp(due, terms.fee, payableDecimals).typed.eq(due)) return null;
  return (
    <AmountFact amount={due} currency={currency} messages={messages} label={messages.say("exchange.top.label")}>
      <small>{messages.say("exchange.top.hint")}</small>
    </AmountFact>
  );
}

type AmountFactProps = {
  readonly amount: Decimal;
  readonly currency: string;
  readonly label: string;
  readonly messages: Messages;
  readonly children: ReactNode;
};

function AmountFact({ amount, currency, label, messages, children }: AmountFactProps) {
  const value = amount.toFixed();
  return (
    <div className="fact wide">
      <dt>{label}</dt>
      <dd>
        <bdi dir="ltr" className="amount">
          <strong className="whole" data-plain={value}>
            {messages.digits(amount)}
          </strong>{" "}
          {currency}
        </bdi>
        {children}
      </dd>
      <dd className="act">
        <CopyButton what="amount" value={value} said={messages.say("copied.amount", { value })} messages={messages} />
      </dd>
    </div>
  );
}

/**
 * Fees are typical values, so the payer must check the amount that the exchange shows as received.
 * If none is known, the text beside the amount says so.
 */
export function ExchangeCheck({ quote, due, terms, messages }: ExchangeAmountsProps) {
  if (terms === null) return null;
  return (
    <p className="note">
      <Icon name="alert" />
      <span>{messages.say("exchange.check", { due: messages.coin(due, quote.currency) })}</span>
    </p>
  );
}
