import { CopyButton } from "@/components/pay/copy-button";
import { DiscountNote } from "@/components/pay/discount-note";
import { coinText, priceText } from "@/components/pay/format";
import { Icon } from "@/components/pay/icons";
import { type PageModel, payPath } from "@/components/pay/page-model";
import { QrCodes } from "@/components/pay/qr-codes";
import { say } from "@/components/pay/say";
import { AddressFact, NetworkFact } from "@/components/pay/target-facts";
import { payUri } from "@/lib/invoices/pay-uri";
import type { PayQuote, PayView } from "@/lib/invoices/pay-view";
import type { Decimal } from "@/lib/money/decimal";

type PaymentTargetProps = { readonly model: PageModel; readonly quote: PayQuote; readonly due: Decimal };

/** What to send, where to: codes, amount, address, and the one warning. */
export function PaymentTarget({ model, quote, due }: PaymentTargetProps) {
  const { view, state } = model;
  const uri = payUri(quote, due);
  return (
    <section className="target" aria-labelledby="headline">
      <QrCodes uri={uri} address={quote.address} amount={coinText(due, quote.currency)} network={quote.network.name} />
      {uri === null ? null : (
        <a className="button handheld" href={uri}>
          {say("wallet.open")}
        </a>
      )}
      <dl className="facts">
        <Amount quote={quote} due={due} view={view} />
        <AddressFact address={quote.address} />
        <NetworkFact coin={quote.currency} network={quote.network} contract={quote.contract} />
      </dl>
      {quote.network.isReady ? null : (
        <p className="note">
          <Icon name="alert" />
          <span>{say("network.slow", { network: quote.network.name })}</span>
        </p>
      )}
      {state.mayChangeCoin ? (
        <p className="center">
          <a className="link" href={`${payPath(view.uuid)}?choose=1`}>
            {say("coin.change")}
          </a>
        </p>
      ) : null}
    </section>
  );
}

type AmountProps = { readonly quote: PayQuote; readonly due: Decimal; readonly view: PayView };

function Amount({ quote, due, view }: AmountProps) {
  const isWhole = due.eq(quote.payerAmount);
  return (
    <div className="fact">
      <dt>{say("amount.label")}</dt>
      <dd className="amount">
        <strong className="whole">{due.toFixed()}</strong> {quote.currency}{" "}
        {isWhole && view.isFiat ? (
          <small>{say("amount.worth", { price: priceText(view.amount, view.currency, true) })}</small>
        ) : null}
        {isWhole ? <DiscountNote place="amount" percent={quote.discountPercent} /> : null}
      </dd>
      <dd className="act">
        <CopyButton what="amount" value={due.toFixed()} said={say("copied.amount", { value: due.toFixed() })} />
      </dd>
    </div>
  );
}
