import { Icon } from "@/components/payers/pay/icons";
import { refundPath } from "@/components/payers/pay/refund-request/refund-path";
import { ShopName } from "@/components/payers/pay/shop-name";
import { AddressFact } from "@/components/payers/pay/target-facts";
import type { Locale } from "@/lib/kernel/locales/locales";
import type { Messages } from "@/lib/kernel/locales/messages";
import type { Decimal } from "@/lib/kernel/money/decimal";
import type { BrandLogo } from "@/lib/people/brands/brand-view";

type ConfirmPageProps = {
  readonly uuid: string;
  readonly token: string;
  readonly amount: Decimal;
  readonly currency: string;
  readonly networkName: string;
  readonly address: string;
  readonly merchant: string;
  readonly logo: BrandLogo | null;
  readonly orderId: string;
  readonly messages: Messages;
  readonly lang: Locale | null;
};

/**
 * Target of the mailed link. It only asks for confirmation: mail scanners open links, but only the
 * payer presses a button.
 */
export function ConfirmPage(facts: ConfirmPageProps) {
  const { uuid, token, amount, currency, networkName, address, merchant, logo, orderId, messages, lang } = facts;
  const coins = <strong dir="ltr">{messages.coin(amount, currency)}</strong>;
  return (
    <div className="page alone">
      <header className="order">
        <ShopName name={merchant} logo={logo} />
      </header>
      <main>
        <div className="card refund">
          <div className="headline waiting">
            <h1>{messages.rich("refund.confirm.title", { amount: coins, network: networkName })}</h1>
            <p className="lead">{messages.rich("refund.confirm.body", { merchant, order: orderId })}</p>
          </div>
          <dl className="facts">
            <AddressFact address={address} messages={messages} />
          </dl>
          <form method="post" action={refundPath(uuid, "/refund/confirm", { lang })}>
            <input type="hidden" name="token" value={token} />
            <button type="submit" className="button">
              {messages.say("refund.confirm.button")}
            </button>
          </form>
          <p className="quiet">{messages.say("refund.confirm.not")}</p>
        </div>
      </main>
    </div>
  );
}

type ExpiredLinkPageProps = {
  readonly uuid: string;
  readonly merchant: string;
  readonly logo: BrandLogo | null;
  /** The reason as a public message. */
  readonly reason: string;
  readonly messages: Messages;
  readonly lang: Locale | null;
};

/** Page of an expired link. */
export function ExpiredLinkPage({ uuid, merchant, logo, reason, messages, lang }: ExpiredLinkPageProps) {
  return (
    <div className="page alone">
      <header className="order">
        <ShopName name={merchant} logo={logo} />
      </header>
      <main>
        <div className="card">
          <div className="headline wrong">
            <h1>{messages.say("refund.confirm.over")}</h1>
            <p className="state">
              <Icon name="alert" />
              <span>{reason}</span>
            </p>
          </div>
          <a className="button plain" href={refundPath(uuid, "", { lang })}>
            {messages.say("refund.ask.back")}
          </a>
        </div>
      </main>
    </div>
  );
}
