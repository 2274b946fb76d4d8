import { ExchangeNames } from "@/components/payers/pay/exchange-names";
import type { WalletPageView, WalletTarget } from "@/lib/fronts/wallet-page/load-wallet-page";
import type { Messages } from "@/lib/kernel/locales/messages";

type ExchangeHintsProps = { readonly view: WalletPageView; readonly target: WalletTarget; readonly messages: Messages };

/**
 * For exchange payers: the exchange's name for the network, and its usual minimum. The amount is
 * their own choice.
 */
export function ExchangeHints({ view, target, messages }: ExchangeHintsProps) {
  const { currency, network } = view;
  const { exchange, contract } = target;
  return (
    <details className="hints">
      <summary>{messages.say("exchange.exchange")}</summary>
      <dl className="facts">
        <ExchangeNames
          coin={currency}
          network={network}
          contract={contract}
          exchange={exchange}
          isWarned={true}
          messages={messages}
        />
        {exchange.terms === null ? null : (
          <div className="fact wide">
            <dt>{messages.say("exchange.minimum.label")}</dt>
            <dd>
              <b dir="ltr">{messages.coin(exchange.terms.minimum, currency)}</b>
              <small>{messages.say("exchange.minimum.hint")}</small>
            </dd>
          </div>
        )}
      </dl>
    </details>
  );
}
