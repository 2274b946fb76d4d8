import { type PageModel, payPath } from "@/components/payers/pay/page-model";

/** From a wallet or from an exchange: two links, so that it works without the script, and either way is one tap away. */
export function ExchangeSwitch({ view, words, lang, isChoosing, find = "", isFromExchange = false }: PageModel) {
  const path = (toExchange: boolean) =>
    payPath(view.uuid, "", { isChoosing, find: isChoosing ? find : "", isFromExchange: toExchange, lang });
  return (
    <nav className="from" aria-label={words.say("exchange.label")}>
      <a href={path(false)} aria-current={isFromExchange ? undefined : "true"}>
        {words.say("exchange.wallet")}
      </a>
      <a href={path(true)} aria-current={isFromExchange ? "true" : undefined}>
        {words.say("exchange.exchange")}
      </a>
    </nav>
  );
}
