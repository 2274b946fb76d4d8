import { Icon } from "@/components/payers/pay/icons";
import { refundPath } from "@/components/payers/pay/refund-request/refund-path";
import { ShopName } from "@/components/payers/pay/shop-name";
import { AddressFact } from "@/components/payers/pay/target-facts";
import type { Locale } from "@/lib/kernel/locales/locales";
import type { Words } from "@/lib/kernel/locales/words";
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
  readonly words: Words;
  readonly lang: Locale | null;
};

/** Where the mail's link leads. It only asks: whoever checks mails opens links, and a button nobody but the payer presses. */
export function ConfirmPage(facts: ConfirmPageProps) {
  const { uuid, token, amount, currency, networkName, address, merchant, logo, orderId, words, lang } = facts;
  const coins = <strong dir="ltr">{words.coin(amount, currency)}</strong>;
  return (
    <div className="page alone">
      <header className="order">
        <ShopName name={merchant} logo={logo} />
      </header>
      <main>
        <div className="card refund">
          <div className="headline waiting">
            <h1>{words.rich("refund.confirm.title", { amount: coins, network: networkName })}</h1>
            <p className="lead">{words.rich("refund.confirm.body", { merchant, order: orderId })}</p>
          </div>
          <dl className="facts">
            <AddressFact address={address} words={words} />
          </dl>
          <form method="post" action={refundPath(uuid, "/refund/confirm", { lang })}>
            <input type="hidden" name="token" value={token} />
            <button type="submit" className="button">
              {words.say("refund.confirm.button")}
            </button>
          </form>
          <p className="quiet">{words.say("refund.confirm.not")}</p>
        </div>
      </main>
    </div>
  );
}

type OverPageProps = {
  readonly uuid: string;
  readonly merchant: string;
  readonly logo: BrandLogo | null;
  /** Why, in public words. */
  readonly reason: string;
  readonly words: Words;
  readonly lang: Locale | null;
};

/** A link that leads nowhere any more. */
export function OverPage({ uuid, merchant, logo, reason, words, lang }: OverPageProps) {
  return (
    <div className="page alone">
      <header className="order">
        <ShopName name={merchant} logo={logo} />
      </header>
      <main>
        <div className="card">
          <div className="headline wrong">
            <h1>{words.say("refund.confirm.over")}</h1>
            <p className="state">
              <Icon name="alert" />
              <span>{reason}</span>
            </p>
          </div>
          <a className="button plain" href={refundPath(uuid, "", { lang })}>
            {words.say("refund.ask.back")}
          </a>
        </div>
      </main>
    </div>
  );
}
