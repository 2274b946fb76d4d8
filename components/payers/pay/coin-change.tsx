import { type PageModel, payPath } from "@/components/payers/pay/page-model";

/**
 * Link to change the coin, with the number of changes left: an invoice has a limited number of
 * quotes.
 */
export function CoinChange({ view, state, messages, lang, isFromExchange = false }: PageModel) {
  if (state.mayChangeCoin) {
    return (
      <p className="center">
        <a className="link" href={payPath(view.uuid, "", { isChoosing: true, isFromExchange, lang })}>
          {messages.say(view.changesLeft === 1 ? "coin.once" : "coin.change")}
        </a>
      </p>
    );
  }
  const isUsedUp = state.kind === "waiting" && view.changesLeft === 0 && view.choices.length > 1;
  return isUsedUp ? <p className="center quiet">{messages.say("coin.fixed")}</p> : null;
}
