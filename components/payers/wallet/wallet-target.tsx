import { Icon } from "@/components/payers/pay/icons";
import { QrCodes } from "@/components/payers/pay/qr-codes";
import { AddressFact, NetworkFact } from "@/components/payers/pay/target-facts";
import { ExchangeHints } from "@/components/payers/wallet/exchange-hints";
import type { WalletTarget as Target, WalletPageView } from "@/lib/fronts/wallet-page/load-wallet-page";
import type { Words } from "@/lib/kernel/locales/words";

type WalletTargetProps = { readonly view: WalletPageView; readonly target: Target; readonly words: Words };

/**
 * Where to send to. The code holds the address alone: an amount is the sender's own choice, and that is the form which wallets and
 * exchanges all read.
 */
export function WalletTarget({ view, target, words }: WalletTargetProps) {
  const { currency, network } = view;
  return (
    <section className="target scanned" aria-labelledby="headline">
      <dl className="facts">
        <AddressFact address={target.address} words={words} />
        <NetworkFact coin={currency} network={network} contract={target.contract} words={words} />
        {target.minimum.isZero() ? null : (
          <div className="fact wide">
            <dt>{words.say("topup.minimum.label")}</dt>
            <dd>
              <b dir="ltr">{words.coin(target.minimum, currency)}</b>
              <small>{words.say("topup.minimum.hint")}</small>
            </dd>
          </div>
        )}
      </dl>
      <QrCodes
        uri={null}
        address={target.address}
        amount={currency}
        network={network.name}
        addressHint={words.say("topup.qr.hint", { coin: currency, network: network.name })}
        words={words}
      />
      <ExchangeHints view={view} target={target} words={words} />
      {network.isReady ? null : (
        <p className="note">
          <Icon name="alert" />
          <span>{words.say("network.slow", { network: network.name })}</span>
        </p>
      )}
    </section>
  );
}
