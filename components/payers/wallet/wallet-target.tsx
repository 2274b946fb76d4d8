import { Icon } from "@/components/payers/pay/icons";
import { QrCodes } from "@/components/payers/pay/qr-codes";
import { AddressFact, NetworkFact } from "@/components/payers/pay/target-facts";
import { ExchangeHints } from "@/components/payers/wallet/exchange-hints";
import type { WalletTarget as Target, WalletPageView } from "@/lib/fronts/wallet-page/load-wallet-page";
import type { Messages } from "@/lib/kernel/locales/messages";

type WalletTargetProps = { readonly view: WalletPageView; readonly target: Target; readonly messages: Messages };

/**
 * Destination of a top-up. The QR code holds the address alone: the amount is the sender's choice,
 * and all wallets and exchanges read this form.
 */
export function WalletTarget({ view, target, messages }: WalletTargetProps) {
  const { currency, network } = view;
  return (
    <section className="target scanned" aria-labelledby="headline">
      <dl className="facts">
        <AddressFact address={target.address} messages={messages} />
        <NetworkFact coin={currency} network={network} contract={target.contract} messages={messages} />
        {target.minimum.isZero() ? null : (
          <div className="fact wide">
            <dt>{messages.say("topup.minimum.label")}</dt>
            <dd>
              <b dir="ltr">{messages.coin(target.minimum, currency)}</b>
              <small>{messages.say("topup.minimum.hint")}</small>
            </dd>
          </div>
        )}
      </dl>
      <QrCodes
        uri={null}
        address={target.address}
        amount={currency}
        network={network.name}
        addressHint={messages.say("topup.qr.hint", { coin: currency, network: network.name })}
        messages={messages}
      />
      <ExchangeHints view={view} target={target} messages={messages} />
      {network.isReady ? null : (
        <p className="note">
          <Icon name="alert" />
          <span>{messages.say("network.slow", { network: network.name })}</span>
        </p>
      )}
    </section>
  );
}
