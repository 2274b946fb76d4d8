import { CoinMark } from "@/components/payers/pay/coin-mark";
import { findTextOf } from "@/lib/fronts/payment-page/find-choices";
import type { PayUnavailable } from "@/lib/fronts/payment-page/pay-view";
import type { Messages } from "@/lib/kernel/locales/messages";

type ClosedNetworkProps = { readonly entry: PayUnavailable; readonly messages: Messages };
type ClosedProps = { readonly closed: readonly PayUnavailable[]; readonly messages: Messages };

/** A coin without an available network: no button, but the reason for each network. */
export function ClosedCoin({ closed, messages }: ClosedProps) {
  const [first] = closed;
  if (first === undefined) return null;
  return (
    <li>
      <p className="coin closed">
        <CoinMark currency={first.currency} />
        <span className="coin-name">
          <b>
            <bdi>{first.currencyName}</bdi>
          </b>
        </span>
      </p>
      <ul className="networks">
        {closed.map((entry) => (
          <ClosedNetwork key={entry.networkCode} entry={entry} messages={messages} />
        ))}
      </ul>
    </li>
  );
}

/** One unavailable network of a coin. */
export function ClosedNetwork({ entry, messages }: ClosedNetworkProps) {
  return (
    <li className="closed" data-find={findTextOf(entry)}>
      <span className="network">
        <span>
          <bdi>{entry.networkName}</bdi>
          {entry.tokenStandard === null ? null : (
            <>
              {" "}
              <small dir="ltr">{entry.tokenStandard}</small>
            </>
          )}
        </span>
        <small>{reasonText(entry, messages)}</small>
      </span>
    </li>
  );
}

/** Shown if nothing can be chosen: everything that is temporarily unavailable. */
export function ClosedChoices({ closed, messages }: ClosedProps) {
  const currencies = [...new Set(closed.map(({ currency }) => currency))];
  if (currencies.length === 0) return null;
  return (
    <ul className="coins">
      {currencies.map((currency) => (
        <ClosedCoin key={currency} closed={closed.filter((entry) => entry.currency === currency)} messages={messages} />
      ))}
    </ul>
  );
}

function reasonText({ reason, limit, currency, networkName }: PayUnavailable, messages: Messages): string {
  const amount = limit === null ? "" : messages.coin(limit, currency);
  return messages.say(`choose.closed.${reason}`, { network: networkName, amount });
}
