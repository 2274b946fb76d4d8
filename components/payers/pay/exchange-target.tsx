import { CoinChange } from "@/components/payers/pay/coin-change";
import { AmountOnTop, ExchangeAmount, ExchangeCheck } from "@/components/payers/pay/exchange-amounts";
import { ExchangeNames } from "@/components/payers/pay/exchange-names";
import { ExchangeSwitch } from "@/components/payers/pay/exchange-switch";
import { BelowMinimum, ExchangeTime } from "@/components/payers/pay/exchange-warnings";
import type { PageModel } from "@/components/payers/pay/page-model";
import { QrCodes } from "@/components/payers/pay/qr-codes";
import { AddressFact } from "@/components/payers/pay/target-facts";
import type { PayQuote } from "@/lib/fronts/payment-page/pay-view";
import type { Decimal } from "@/lib/kernel/money/decimal";

type ExchangeTargetProps = { readonly model: PageModel; readonly quote: PayQuote; readonly due: Decimal };

/**
 * What to enter at an exchange: first the amount, as in the headline, and the address, then the
 * network's name there. Warnings come before, and a final check comes last. The QR code holds only
 * the address, which is all that exchanges read.
 */
export function ExchangeTarget({ model, quote, due }: ExchangeTargetProps) {
  const { view, messages } = model;
  const { exchange } = view;
  const terms = exchange?.terms ?? null;
  return (
    <section className="target" aria-labelledby="headline">
      <ExchangeSwitch {...model} />
      <BelowMinimum {...model} due={due} quote={quote} />
      <dl className="facts">
        <ExchangeAmount quote={quote} due={due} terms={terms} messages={messages} />
        <AddressFact address={quote.address} messages={messages} />
        <ExchangeNames
          coin={quote.currency}
          network={quote.network}
          contract={quote.contract}
          exchange={exchange}
          messages={messages}
        />
        <AmountOnTop quote={quote} due={due} terms={terms} messages={messages} />
      </dl>
      <ExchangeCheck quote={quote} due={due} terms={terms} messages={messages} />
      <QrCodes
        uri={null}
        address={quote.address}
        amount={messages.coin(due, quote.currency)}
        network={quote.network.name}
        messages={messages}
      />
      <ExchangeTime {...model} quote={quote} />
      <CoinChange {...model} />
    </section>
  );
}
