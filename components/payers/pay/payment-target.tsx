import { BrowserWallet } from "@/components/payers/pay/browser-wallet";
import { CoinChange } from "@/components/payers/pay/coin-change";
import { CopyButton } from "@/components/payers/pay/copy-button";
import { DiscountNote } from "@/components/payers/pay/discount-note";
import { ExchangeSwitch } from "@/components/payers/pay/exchange-switch";
import { priceText } from "@/components/payers/pay/format";
import type { PageModel } from "@/components/payers/pay/page-model";
import { QrCodes } from "@/components/payers/pay/qr-codes";
import { AddressFact, NetworkFact } from "@/components/payers/pay/target-facts";
import { isAddressFirst, payUri } from "@/lib/fronts/payment-page/pay-uri";
import type { PayQuote, PayView } from "@/lib/fronts/payment-page/pay-view";
import type { Words } from "@/lib/kernel/locales/words";
import type { Decimal } from "@/lib/kernel/money/decimal";

type PaymentTargetProps = { readonly model: PageModel; readonly quote: PayQuote; readonly due: Decimal };

/**
 * What to send, where to. In words before the code: no phone can scan its own screen, and whoever holds one must see amount and address
 * at once. On wider screens, which are scanned, the style puts the code first.
 */
export function PaymentTarget({ model, quote, due }: PaymentTargetProps) {
  const { view, words } = model;
  const uri = payUri(quote, due, { label: view.merchantName, expiresAt: view.expiresAt });
  const { currency, network } = quote;
  // Where wallets read nothing but the address, it is not only exchanges that it is for.
  const isForWallets = uri === null || isAddressFirst(quote);
  return (
    <section className="target scanned" aria-labelledby="headline">
      <ExchangeSwitch {...model} />
      <dl className="facts">
        <Amount quote={quote} due={due} view={view} words={words} />
        <AddressFact address={quote.address} words={words} />
        <NetworkFact coin={currency} network={network} contract={quote.contract} words={words} />
      </dl>
      {uri === null ? null : (
        <a className="button handheld" href={uri}>
          {words.say("wallet.open")}
        </a>
      )}
      <QrCodes
        uri={uri}
        address={quote.address}
        amount={words.coin(due, currency)}
        network={network.name}
        {...(isForWallets && { addressHint: words.say("topup.qr.hint", { coin: currency, network: network.name }) })}
        isAddressFirst={isAddressFirst(quote)}
        words={words}
      />
      <BrowserWallet quote={quote} due={due} seen={view.deposits.length} words={words} />
      <CoinChange {...model} />
    </section>
  );
}

type AmountProps = {
  readonly quote: PayQuote;
  readonly due: Decimal;
  readonly view: PayView;
  readonly words: Words;
};

function Amount({ quote, due, view, words }: AmountProps) {
  const isWhole = due.eq(quote.payerAmount);
  return (
    <div className="fact">
      <dt>{words.say("amount.label")}</dt>
      <dd className="amount">
        <bdi dir="ltr">
          <strong className="whole" data-plain={due.toFixed()}>
            {words.digits(due)}
          </strong>{" "}
          {quote.currency}
        </bdi>{" "}
        {isWhole && view.isFiat ? <small>{words.say("amount.worth", { price: priceText(view, words) })}</small> : null}
        {isWhole ? <DiscountNote place="amount" percent={quote.discountPercent} words={words} /> : null}
      </dd>
      <dd className="act">
        <CopyButton
          what="amount"
          value={due.toFixed()}
          said={words.say("copied.amount", { value: due.toFixed() })}
          words={words}
        />
      </dd>
    </div>
  );
}
