import { type PageModel, payPath } from "@/components/payers/pay/page-model";

/** Switches between wallet and exchange by two links, so that it works without the script. */
export function ExchangeSwitch({ view, messages, lang, isChoosing, find = "", isFromExchange = false }: PageModel) {
  const path = (toExchange: boolean) =>
    payPath(view.uuid, "", { isChoosing, find: isChoosing ? find : "", isFromExchange: toExchange, lang });
  return (
    <nav className="from" aria-label={messages.say("exchange.label")}>
      <a href={path(false)} aria-current={isFromExchange ? undefined : "true"}>
        {messages.say("exchange.wallet")}
      </a>
      <a href={path(true)} aria-current={isFromExchange ? "true" : undefined}>
        {messages.say("exchange.exchange")}
      </a>
    </nav>
  );
}
