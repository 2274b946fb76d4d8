import { CoinMark } from "@/components/pay/coin-mark";
import { DiscountNote } from "@/components/pay/discount-note";
import { coinText, durationText } from "@/components/pay/format";
import { type PageModel, payPath } from "@/components/pay/page-model";
import { say } from "@/components/pay/say";
import type { PayChoice, PayView } from "@/lib/invoices/pay-view";

/** With fewer coins than this the whole list is seen at once, and searching is no help. */
const SEARCH_FROM = 7;

/** One button per coin and network; a tap chooses and goes on. */
export function CoinChoice({ view }: PageModel) {
  const coins = groupByCoin(view.choices);
  return (
    <form className="choice" method="post" action={payPath(view.uuid, "/coin")}>
      {coins.length < SEARCH_FROM ? null : (
        <input
          id="search"
          className="scripted"
          type="search"
          placeholder={say("choose.search")}
          aria-label={say("choose.search")}
          autoComplete="off"
        />
      )}
      <ul id="coins">
        {coins.map((choices) => (
          <Coin key={choices[0]?.currency} choices={choices} />
        ))}
      </ul>
      <p id="none" className="center" hidden={true}>
        {say("choose.none")}
      </p>
      <p className="note quiet">{say("choose.network")}</p>
      <KeepCoin view={view} />
    </form>
  );
}

/** A coin with one network is a button itself; one with several has a button each under its name. */
function Coin({ choices }: { readonly choices: readonly PayChoice[] }) {
  const [first, second] = choices;
  if (first === undefined) return null;
  const find = `${first.currency} ${first.currencyName}`.toLowerCase();
  if (second === undefined) {
    return (
      <li data-find={find}>
        <button type="submit" name="coin" value={coinValue(first)} className="coin">
          <CoinName choice={first} hasAmount={true} />
          <NetworkText choice={first} hasAmount={false} />
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
            <NetworkText choice={choice} hasAmount={!isOnePrice(choices)} />
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
        <b>{choice.currencyName}</b>
        {hasAmount ? <small>{coinText(choice.payerAmount, choice.currency)}</small> : null}
      </span>
    </>
  );
}

function NetworkText({ choice, hasAmount }: PricedProps) {
  const time = choice.isCurrent
    ? say("choose.current")
    : say("choose.time", { time: durationText(choice.secondsToFinal) });
  return (
    <span className="network">
      <span>
        {choice.networkName}
        {choice.tokenStandard === null ? null : (
          <>
            {" "}
            <small>{choice.tokenStandard}</small>
          </>
        )}
      </span>
      {hasAmount ? <small>{coinText(choice.payerAmount, choice.currency)}</small> : null}
      <DiscountNote place="choose" percent={choice.discountPercent} />
      <small>{time}</small>
    </span>
  );
}

function coinValue(choice: PayChoice): string {
  return `${choice.currency}@${choice.networkCode}`;
}

function KeepCoin({ view }: { readonly view: PayView }) {
  if (view.quote === null) return null;
  return (
    <p className="center">
      <a className="link" href={payPath(view.uuid)}>
        {say("choose.back", { coin: coinText(view.quote.payerAmount, view.quote.currency) })}
      </a>
    </p>
  );
}

function groupByCoin(choices: readonly PayChoice[]): readonly (readonly PayChoice[])[] {
  const groups = new Map<string, PayChoice[]>();
  for (const choice of choices) groups.set(choice.currency, [...(groups.get(choice.currency) ?? []), choice]);
  return [...groups.values()];
}
