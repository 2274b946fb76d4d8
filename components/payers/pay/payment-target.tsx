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
import type { Messages } from "@/lib/kernel/locales/messages";
import type { Decimal } from "@/lib/kernel/money/decimal";

type PaymentTargetProps = { readonly model: PageModel; readonly quote: PayQuote; readonly due: Decimal };

/**
 * What to send, and the address. Text before the QR code: no phone can scan its own screen, and its
 * user must see amount and address at once. On wider screens, which are scanned, the style puts the
 * QR code first.
 */
export function PaymentTarget({ model, quote, due }: PaymentTargetProps) {
  const { view, messages } = model;
  const uri = payUri(quote, due, { label: view.merchantName, expiresAt: view.expiresAt });
  const { currency, network } = quote;
  // If wallets read only the address, the code is not only for exchanges.
  const isForWallets = uri === null || isAddressFirst(quote);
  return (
    <section className="target scanned" aria-labelledby="headline">
      <ExchangeSwitch {...model} />
      <dl className="facts">
        <Amount quote={quote} due={due} view={view} messages={messages} />
        <AddressFact address={quote.address} messages={messages} />
        <NetworkFact coin={currency} network={network} contract={quote.contract} messages={messages} />
      </dl>
      {uri === null ? null : (
        <a className="button handheld" href={uri}>
          {messages.say("wallet.open")}
        </a>
      )}
      <QrCodes
        uri={uri}
        address={quote.address}
        amount={messages.coin(due, currency)}
        network={network.name}
        {...(isForWallets && { addressHint: messages.say("topup.qr.hint", { coin: currency, network: network.name }) })}
        isAddressFirst={isAddressFirst(quote)}
        messages={messages}
      />
      <BrowserWallet quote={quote} due={due} seen={view.deposits.length} messages={messages} />
      <CoinChange {...model} />
    </section>
  );
}

type AmountProps = {
  readonly quote: PayQuote;
  readonly due: Decimal;
  readonly view: PayView;
  readonly messages: Messages;
};

function Amount({ quote, due, view, messages }: AmountProps) {
  const isWhole = due.eq(quote.payerAmount);
  return (
    <div className="fact">
      <dt>{messages.say("amount.label")}</dt>
      <dd className="amount">
        <bdi dir="ltr">
          <strong className="whole" data-plain={due.toFixed()}>
            {messages.digits(due)}
          </strong>{" "}
          {quote.currency}
        </bdi>{" "}
        {isWhole && view.isFiat ? (
          <small>{messages.say("amount.worth", { price: priceText(view, messages) })}</small>
        ) : null}
        {isWhole ? <DiscountNote place="amount" percent={quote.discountPercent} messages={messages} /> : null}
      </dd>
      <dd className="act">
        <CopyButton
          what="amount"
          value={due.toFixed()}
          said={messages.say("copied.amount", { value: due.toFixed() })}
          messages={messages}
        />
      </dd>
    </div>
  );
}
