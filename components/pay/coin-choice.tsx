import { CoinMark } from "@/components/pay/coin-mark";
import { DiscountNote } from "@/components/pay/discount-note";
import { coinText } from "@/components/pay/format";
import { type PageModel, payPath } from "@/components/pay/page-model";
import type { PayChoice } from "@/lib/invoices/pay-view";
import type { Words } from "@/lib/locales/words";

/** With fewer coins than this the whole list is seen at once, and searching is no help. */
const SEARCH_FROM = 7;

/** One button per coin and network; a tap chooses and goes on. */
export function CoinChoice(model: PageModel) {
  const { view, words, lang } = model;
  const coins = groupByCoin(view.choices);
  return (
    <form className="choice" method="post" action={payPath(view.uuid, "/coin", { lang })}>
      {coins.length < SEARCH_FROM ? null : (
        <input
          id="search"
          className="scripted"
          type="search"
          placeholder={words.say("choose.search")}
          aria-label={words.say("choose.search")}
          autoComplete="off"
        />
      )}
      <ul id="coins">
        {coins.map((choices) => (
          <Coin key={choices[0]?.currency} choices={choices} words={words} />
        ))}
      </ul>
      <p id="none" className="center" hidden={true}>
        {words.say("choose.none")}
      </p>
      <p className="note quiet">{words.say("choose.network")}</p>
      <KeepCoin {...model} />
    </form>
  );
}

/** A coin with one network is a button itself; one with several has a button each under its name. */
type CoinProps = { readonly choices: readonly PayChoice[]; readonly words: Words };

function Coin({ choices, words }: CoinProps) {
  const [first, second] = choices;
  if (first === undefined) return null;
  const find = `${first.currency} ${first.currencyName}`.toLowerCase();
  if (second === undefined) {
    return (
      <li data-find={find}>
        <button type="submit" name="coin" value={coinValue(first)} className="coin">
          <CoinName choice={first} hasAmount={true} />
          <NetworkText choice={first} hasAmount={false} words={words} />
        </button>
      </li>
    );
  }
  return (
    <li data-find={find}>
      <p className="coin">
        <CoinName choice={first} hasAmount={isOnePrice(choices)} />
      </p>
      <div className="networks">
        {choices.map((choice) => (
          <button key={choice.networkCode} type="submit" name="coin" value={coinValue(choice)}>
            <NetworkText choice={choice} hasAmount={!isOnePrice(choices)} words={words} />
          </button>
        ))}
      </div>
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

function NetworkText({ choice, hasAmount, words }: PricedProps & { readonly words: Words }) {
  const time = choice.isCurrent
    ? words.say("choose.current")
    : words.say("choose.time", { time: words.duration(choice.secondsToFinal) });
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
      <small>{time}</small>
    </span>
  );
}

function coinValue(choice: PayChoice): string {
  return `${choice.currency}@${choice.networkCode}`;
}

function KeepCoin({ view, words, lang }: PageModel) {
  if (view.quote === null) return null;
  return (
    <p className="center">
      <a className="link" href={payPath(view.uuid, "", { lang })}>
        {words.say("choose.back", { coin: coinText(view.quote.payerAmount, view.quote.currency) })}
      </a>
    </p>
  );
}

function groupByCoin(choices: readonly PayChoice[]): readonly (readonly PayChoice[])[] {
  const groups = new Map<string, PayChoice[]>();
  for (const choice of choices) groups.set(choice.currency, [...(groups.get(choice.currency) ?? []), choice]);
  return [...groups.values()];
}
