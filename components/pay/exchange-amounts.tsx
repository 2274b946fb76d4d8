import type { ReactNode } from "react";
import { CopyButton } from "@/components/pay/copy-button";
import { coinText } from "@/components/pay/format";
import { Icon } from "@/components/pay/icons";
import type { ExchangeTerms } from "@/lib/exchanges/exchange-terms";
import { grossUp } from "@/lib/exchanges/gross-up";
import type { PayQuote } from "@/lib/invoices/pay-view";
import type { Words } from "@/lib/locales/words";
import type { Decimal } from "@/lib/money/decimal";

type ExchangeAmountsProps = {
  readonly quote: PayQuote;
  /** What has to arrive. */
  readonly due: Decimal;
  /** Null where no usual fee is known. */
  readonly terms: ExchangeTerms | null;
  readonly words: Words;
};

/**
 * The amount to type so that the exact sum arrives, and the one for exchanges that add their fee on top. Fees are typical ones, so the
 * last word is what the exchange itself shows as received.
 */
export function ExchangeAmounts({ quote, due, terms, words }: ExchangeAmountsProps) {
  const { currency, payableDecimals } = quote;
  const dueText = coinText(due, currency);
  if (terms === null) {
    return (
      <AmountFact amount={due} currency={currency} words={words} label={words.say("exchange.due.label")}>
        <Check text={words.say("exchange.due.hint", { due: dueText })} />
      </AmountFact>
    );
  }
  const { typed, arrives } = grossUp(due, terms.fee, payableDecimals);
  const values = { fee: coinText(terms.fee, currency), arrives: coinText(arrives, currency), due: dueText };
  return (
    <>
      <AmountFact amount={typed} currency={currency} words={words} label={words.say("exchange.type.label")}>
        <small>{words.say("exchange.type.hint", values)}</small>
        <Check text={words.say("exchange.check", values)} />
      </AmountFact>
      {typed.eq(due) ? null : (
        <AmountFact amount={due} currency={currency} words={words} label={words.say("exchange.top.label")}>
          <small>{words.say("exchange.top.hint")}</small>
        </AmountFact>
      )}
    </>
  );
}

type AmountFactProps = {
  readonly amount: Decimal;
  readonly currency: string;
  readonly label: string;
  readonly words: Words;
  readonly children: ReactNode;
};

function AmountFact({ amount, currency, label, words, children }: AmountFactProps) {
  const value = amount.toFixed();
  return (
    <div className="fact wide">
      <dt>{label}</dt>
      <dd>
        <bdi dir="ltr" className="amount">
          <strong className="whole">{value}</strong> {currency}
        </bdi>
        {children}
      </dd>
      <dd className="act">
        <CopyButton what="amount" value={value} said={words.say("copied.amount", { value })} words={words} />
      </dd>
    </div>
  );
}

function Check({ text }: { readonly text: string }) {
  return (
    <small className="caution">
      <Icon name="alert" />
      <span>{text}</span>
    </small>
  );
}
