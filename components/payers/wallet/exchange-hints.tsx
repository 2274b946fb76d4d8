import { ExchangeNames } from "@/components/payers/pay/exchange-names";
import type { WalletPageView, WalletTarget } from "@/lib/fronts/wallet-page/load-wallet-page";
import type { Words } from "@/lib/kernel/locales/words";

type ExchangeHintsProps = { readonly view: WalletPageView; readonly target: WalletTarget; readonly words: Words };

/** For those who send from an exchange: what it calls the network, and the least that it usually sends. How much is their own choice. */
export function ExchangeHints({ view, target, words }: ExchangeHintsProps) {
  const { currency, network } = view;
  const { exchange, contract } = target;
  return (
    <details className="hints">
      <summary>{words.say("exchange.exchange")}</summary>
      <dl className="facts">
        <ExchangeNames
          coin={currency}
          network={network}
          contract={contract}
          exchange={exchange}
          isWarned={true}
          words={words}
        />
        {exchange.terms === null ? null : (
          <div className="fact wide">
            <dt>{words.say("exchange.minimum.label")}</dt>
            <dd>
              <b dir="ltr">{words.coin(exchange.terms.minimum, currency)}</b>
              <small>{words.say("exchange.minimum.hint")}</small>
            </dd>
          </div>
        )}
      </dl>
    </details>
  );
}
