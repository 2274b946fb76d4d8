import { CoinFinder } from "@/components/payers/pay/coin-finder";
import { foldCoins, groupByCoin } from "@/components/payers/pay/coin-groups";
import { CoinItem } from "@/components/payers/pay/coin-item";
import { ExchangeSwitch } from "@/components/payers/pay/exchange-switch";
import { type PageModel, payPath } from "@/components/payers/pay/page-model";
import { findChoices } from "@/lib/fronts/payment-page/find-choices";

/** A shorter list is visible at once, so searching is no help. */
const SEARCH_FROM = 10;

/**
 * One button per coin and network; one tap chooses and continues. Unavailable ones are listed among
 * them, with the reason. Of many coins only the most used are expanded; search results are always
 * expanded.
 */
export function CoinChoice(model: PageModel) {
  const { view, messages, lang, find = "", isFromExchange = false } = model;
  const count = view.choices.length + view.unavailable.length;
  const coins = groupByCoin(findChoices(view.choices, find), findChoices(view.unavailable, find));
  const { open, folded } = find === "" ? foldCoins(coins) : { open: coins, folded: [] };
  const items = (shown: typeof coins) =>
    shown.map((coin) => <CoinItem key={coin.currency} {...coin} isFromExchange={isFromExchange} messages={messages} />);
  return (
    <div className="choice">
      <ExchangeSwitch {...model} />
      {count < SEARCH_FROM && find === "" ? null : <CoinFinder {...model} />}
      <p className="note quiet">{messages.say("choose.network")}</p>
      {coins.length < 2 ? null : <p className="quiet">{messages.say("choose.order")}</p>}
      <form method="post" action={payPath(view.uuid, "/coin", { isFromExchange, lang })}>
        <ul id="coins" className="coins">
          {items(open)}
        </ul>
        {folded.length === 0 ? null : (
          <details id="more">
            <summary>{messages.say("choose.rest", { count: messages.number(coins.length) })}</summary>
            <ul className="coins">{items(folded)}</ul>
          </details>
        )}
      </form>
      <p id="none" className="center" hidden={coins.length > 0}>
        {messages.say("choose.none")}
      </p>
      <KeepCoin {...model} />
    </div>
  );
}

/** Link back to the chosen coin, and the number of changes left. */
function KeepCoin({ view, messages, lang, isFromExchange = false }: PageModel) {
  if (view.quote === null) return null;
  return (
    <>
      {view.changesLeft === 1 ? <p className="note quiet">{messages.say("choose.last")}</p> : null}
      <p className="center">
        <a className="link" href={payPath(view.uuid, "", { isFromExchange, lang })}>
          {messages.say("choose.back", { coin: messages.coin(view.quote.payerAmount, view.quote.currency) })}
        </a>
      </p>
    </>
  );
}
