import { ClosedCoin, ClosedNetwork } from "@/components/pay/closed-choices";
import { CoinFinder } from "@/components/pay/coin-finder";
import { CoinMark } from "@/components/pay/coin-mark";
import { DiscountNote } from "@/components/pay/discount-note";
import { ExchangeSwitch } from "@/components/pay/exchange-switch";
import { coinText } from "@/components/pay/format";
import { NetworkTerms } from "@/components/pay/network-terms";
import { type PageModel, payPath } from "@/components/pay/page-model";
import { findChoices, findTextOf } from "@/lib/invoices/find-choices";
import type { PayChoice, PayUnavailable } from "@/lib/invoices/pay-view";
import type { Words } from "@/lib/locales/words";

/** With fewer lines than this the whole list is seen at once, and searching is no help. */
const SEARCH_FROM = 10;

/** One button per coin and network; a tap chooses and goes on. What cannot be chosen stands among them, with the reason. */
export function CoinChoice(model: PageModel) {
  const { view, words, lang, find = "", isFromExchange = false } = model;
  const count = view.choices.length + view.unavailable.length;
  const coins = groupByCoin(findChoices(view.choices, find), findChoices(view.unavailable, find));
  return (
    <div className="choice">
      <ExchangeSwitch {...model} />
      {count < SEARCH_FROM && find === "" ? null : <CoinFinder {...model} />}
      <p className="note quiet">{words.say("choose.network")}</p>
      {coins.length < 2 ? null : <p className="quiet">{words.say("choose.order")}</p>}
      <form method="post" action={payPath(view.uuid, "/coin", { isFromExchange, lang })}>
        <ul id="coins">
          {coins.map(({ currency, choices, closed }) => (
            <Coin key={currency} choices={choices} closed={closed} isFromExchange={isFromExchange} words={words} />
          ))}
        </ul>
      </form>
      <p id="none" className="center" hidden={coins.length > 0}>
        {words.say("choose.none")}
      </p>
      <KeepCoin {...model} />
    </div>
  );
}

type ShownProps = { readonly isFromExchange: boolean; readonly words: Words };
type CoinProps = ShownProps & Pick<CoinGroup, "choices" | "closed">;

/** A coin with one network is a button itself; one with several has a button each under its name, the cheapest first. */
function Coin({ choices, closed, ...shown }: CoinProps) {
  const [first, second] = choices;
  if (first === undefined) return <ClosedCoin closed={closed} words={shown.words} />;
  if (second === undefined && closed.length === 0) {
    return (
      <li data-find={findTextOf(first)}>
        <button type="submit" name="coin" value={coinValue(first)} className="coin">
          <CoinName choice={first} hasAmount={true} />
          <NetworkText choice={first} hasAmount={false} {...shown} />
        </button>
      </li>
    );
  }
  return (
    <li>
      <p className="coin">
        <CoinName choice={first} hasAmount={isOnePrice(choices)} />
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
          <ClosedNetwork key={entry.networkCode} entry={entry} words={shown.words} />
        ))}
      </ul>
    </li>
  );
}

type PricedProps = { readonly choice: PayChoice; readonly hasAmount: boolean };

/** The shop may give a discount on one network of a coin: each button says its own amount then. */
function isOnePrice([first, ...others]: readonly PayChoice[]): boolean {
  return others.every((other) => first !== undefined && other.payerAmount.eq(first.payerAmount));
}

function CoinName({ choice, hasAmount }: PricedProps) {
  return (
    <>
      <CoinMark currency={choice.currency} />
      <span className="coin-name">
        <b>
          <bdi>{choice.currencyName}</bdi>
        </b>
        {hasAmount ? <small dir="ltr">{coinText(choice.payerAmount, choice.currency)}</small> : null}
      </span>
    </>
  );
}

function NetworkText({ choice, hasAmount, isFromExchange, words }: PricedProps & ShownProps) {
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
      {hasAmount ? <small dir="ltr">{coinText(choice.payerAmount, choice.currency)}</small> : null}
      <DiscountNote place="choose" percent={choice.discountPercent} words={words} />
      <NetworkTerms choice={choice} isFromExchange={isFromExchange} words={words} />
    </span>
  );
}

function coinValue(choice: PayChoice): string {
  return `${choice.currency}@${choice.networkCode}`;
}

/** The way back to the coin that is chosen, and how often it may still be another. */
function KeepCoin({ view, words, lang, isFromExchange = false }: PageModel) {
  if (view.quote === null) return null;
  return (
    <>
      {view.changesLeft === 1 ? <p className="note quiet">{words.say("choose.last")}</p> : null}
      <p className="center">
        <a className="link" href={payPath(view.uuid, "", { isFromExchange, lang })}>
          {words.say("choose.back", { coin: coinText(view.quote.payerAmount, view.quote.currency) })}
        </a>
      </p>
    </>
  );
}

type CoinGroup = {
  readonly currency: string;
  readonly choices: readonly PayChoice[];
  readonly closed: readonly PayUnavailable[];
};

/** Each coin once, in the order of its choices; coins of which nothing can be chosen come last. */
function groupByCoin(choices: readonly PayChoice[], closed: readonly PayUnavailable[]): readonly CoinGroup[] {
  const currencies = new Set([...choices, ...closed].map(({ currency }) => currency));
  return [...currencies].map((currency) => ({
    currency,
    choices: choices.filter((choice) => choice.currency === currency),
    closed: closed.filter((entry) => entry.currency === currency),
  }));
}
