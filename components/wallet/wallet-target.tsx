import { coinText } from "@/components/pay/format";
import { Icon } from "@/components/pay/icons";
import { QrCodes } from "@/components/pay/qr-codes";
import { say } from "@/components/pay/say";
import { AddressFact, NetworkFact } from "@/components/pay/target-facts";
import type { WalletTarget as Target, WalletPageView } from "@/lib/wallets/page-view";

type WalletTargetProps = { readonly view: WalletPageView; readonly target: Target };

/**
 * Where to send to. The code holds the address alone: an amount is the sender's own choice, and that is the form which wallets and
 * exchanges all read.
 */
export function WalletTarget({ view, target }: WalletTargetProps) {
  const { currency, network } = view;
  return (
    <section className="target" aria-labelledby="headline">
      <QrCodes
        uri={null}
        address={target.address}
        amount={currency}
        network={network.name}
        addressHint={say("topup.qr.hint", { coin: currency, network: network.name })}
      />
      <dl className="facts">
        <AddressFact address={target.address} />
        <NetworkFact coin={currency} network={network} contract={target.contract} />
        {target.minimum.isZero() ? null : (
          <div className="fact wide">
            <dt>{say("topup.minimum")}</dt>
            <dd>
              <b>{coinText(target.minimum, currency)}</b>
              <small>{say("topup.minimum.hint")}</small>
            </dd>
          </div>
        )}
      </dl>
      {network.isReady ? null : (
        <p className="note">
          <Icon name="alert" />
          <span>{say("network.slow", { network: network.name })}</span>
        </p>
      )}
    </section>
  );
}
