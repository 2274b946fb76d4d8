import { ClosedCoin, ClosedNetwork } from "@/components/payers/pay/closed-choices";
import type { CoinGroup } from "@/components/payers/pay/coin-groups";
import { CoinMark } from "@/components/payers/pay/coin-mark";
import { DiscountNote } from "@/components/payers/pay/discount-note";
import { NetworkTerms } from "@/components/payers/pay/network-terms";
import { findTextOf } from "@/lib/fronts/payment-page/find-choices";
import type { PayChoice } from "@/lib/fronts/payment-page/pay-view";
import type { Messages } from "@/lib/kernel/locales/messages";

type ShownProps = { readonly isFromExchange: boolean; readonly messages: Messages };
type CoinItemProps = ShownProps & Pick<CoinGroup, "choices" | "closed">;

/**
 * A coin with one network is itself a button; one with several has a button each, the cheapest
 * first.
 */
export function CoinItem({ choices, closed, ...shown }: CoinItemProps) {
  const [first, second] = choices;
  if (first === undefined) return <ClosedCoin closed={closed} messages={shown.messages} />;
  if (second === undefined && closed.length === 0) {
    return (
      <li data-find={findTextOf(first)}>
        <button type="submit" name="coin" value={coinValue(first)} className="coin">
          <CoinName choice={first} hasAmount={true} messages={shown.messages} />
          <NetworkText choice={first} hasAmount={false} {...shown} />
        </button>
      </li>
    );
  }
  return (
    <li>
      <p className="coin">
        <CoinName choice={first} hasAmount={isOnePrice(choices)} messages={shown.messages} />
      </p>
      <ul className="networks" aria-label={first.currencyName}>
        {choices.map((choice) => (
          <li key={choice.networkCode} data-find={findTextOf(choice)}>
            <button type="submit" name="coin" value={coinValue(choice)}>
              <NetworkText choice={choice} hasAmount={!isOnePrice(choices)} {...shown} />
            </button>
          </li>
        ))}
        {closed.map((entry) => (
          <ClosedNetwork key={entry.networkCode} entry={entry} messages={shown.messages} />
        ))}
      </ul>
    </li>
  );
}

type PricedProps = { readonly choice: PayChoice; readonly hasAmount: boolean };

/** The shop may give a discount on one network of a coin: each button then shows its own amount. */
function isOnePrice([first, ...others]: readonly PayChoice[]): boolean {
  return others.every((other) => first !== undefined && other.payerAmount.eq(first.payerAmount));
}

function CoinName({ choice, hasAmount, messages }: PricedProps & Pick<ShownProps, "messages">) {
  return (
    <>
      <CoinMark currency={choice.currency} />
      <span className="coin-name">
        <b>
          <bdi>{choice.currencyName}</bdi>
        </b>
        {hasAmount ? <small dir="ltr">{messages.coin(choice.payerAmount, choice.currency)}</small> : null}
      </span>
    </>
  );
}

function NetworkText({ choice, hasAmount, isFromExchange, messages }: PricedProps & ShownProps) {
  return (
    <span className="network">
      <span>
        <bdi>{choice.networkName}</bdi>
        {choice.tokenStandard === null ? null : (
          <>
            {" "}
            <small dir="ltr">{choice.tokenStandard}</small>
          </>
        )}
      </span>
      {hasAmount ? <small dir="ltr">{messages.coin(choice.payerAmount, choice.currency)}</small> : null}
      <DiscountNote place="choose" percent={choice.discountPercent} messages={messages} />
      <NetworkTerms choice={choice} isFromExchange={isFromExchange} messages={messages} />
    </span>
  );
}

function coinValue(choice: PayChoice): string {
  return `${choice.currency}@${choice.networkCode}`;
}
