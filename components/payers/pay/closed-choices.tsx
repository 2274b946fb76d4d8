import { CoinMark } from "@/components/payers/pay/coin-mark";
import { findTextOf } from "@/lib/fronts/payment-page/find-choices";
import type { PayUnavailable } from "@/lib/fronts/payment-page/pay-view";
import type { Words } from "@/lib/kernel/locales/words";

type ClosedNetworkProps = { readonly entry: PayUnavailable; readonly words: Words };
type ClosedProps = { readonly closed: readonly PayUnavailable[]; readonly words: Words };

/** A coin of which no network can be chosen: no button, but the reason for each. */
export function ClosedCoin({ closed, words }: ClosedProps) {
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
          <ClosedNetwork key={entry.networkCode} entry={entry} words={words} />
        ))}
      </ul>
    </li>
  );
}

/** One network of a coin that cannot be chosen now. */
export function ClosedNetwork({ entry, words }: ClosedNetworkProps) {
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
        <small>{reasonText(entry, words)}</small>
      </span>
    </li>
  );
}

/** Where nothing at all can be chosen: everything that could, at another time. */
export function ClosedChoices({ closed, words }: ClosedProps) {
  const currencies = [...new Set(closed.map(({ currency }) => currency))];
  if (currencies.length === 0) return null;
  return (
    <ul className="coins">
      {currencies.map((currency) => (
        <ClosedCoin key={currency} closed={closed.filter((entry) => entry.currency === currency)} words={words} />
      ))}
    </ul>
  );
}

function reasonText({ reason, limit, currency, networkName }: PayUnavailable, words: Words): string {
  const amount = limit === null ? "" : words.coin(limit, currency);
  return words.say(`choose.closed.${reason}`, { network: networkName, amount });
}
