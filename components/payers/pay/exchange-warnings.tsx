import { Icon } from "@/components/payers/pay/icons";
import { type PageModel, payPath } from "@/components/payers/pay/page-model";
import { Support } from "@/components/payers/pay/support-contact";
import type { PayQuote } from "@/lib/fronts/payment-page/pay-view";
import type { Decimal } from "@/lib/kernel/money/decimal";

/** Until an exchange has checked a withdrawal and sent it. */
const EXCHANGE_SECONDS = 1_800;

type WarningProps = PageModel & { readonly quote: PayQuote };

/**
 * Said before anybody tries: exchanges usually refuse so little. Another coin may do; of a rest,
 * the money may be asked back.
 */
export function BelowMinimum({ view, state, messages, lang, quote, due }: WarningProps & { readonly due: Decimal }) {
  const minimum = view.exchange?.terms?.minimum ?? null;
  if (minimum === null || due.gte(minimum)) return null;
  const values = { due: messages.coin(due, quote.currency), minimum: messages.coin(minimum, quote.currency) };
  const isRest = state.kind === "rest";
  return (
    <div className="note">
      <Icon name="alert" />
      <div>
        <p>{messages.say(isRest ? "exchange.rest" : "exchange.below", values)}</p>
        {state.mayChangeCoin ? (
          <a className="link" href={payPath(view.uuid, "", { isChoosing: true, isFromExchange: true, lang })}>
            {messages.say("exchange.other")}
          </a>
        ) : null}
        {isRest ? <AskBack view={view} messages={messages} lang={lang} /> : null}
      </div>
    </div>
  );
}

/**
 * Where money can be asked for on this page, the way there. While a payment is open it cannot: then
 * it is the shop that helps.
 */
function AskBack({ view, messages, lang }: Pick<PageModel, "view" | "messages" | "lang">) {
  if (view.refundables.length === 0)
    return (
      <p>
        <Support view={view} messages={messages} />
      </p>
    );
  return (
    <a className="link" href={payPath(view.uuid, "", { isRefund: true, lang })}>
      {messages.say("exchange.refund")}
    </a>
  );
}

/**
 * Exchanges take their time: whether what is left of it suffices, and what becomes of a payment
 * that comes later.
 */
export function ExchangeTime({ view, state, messages, quote }: WarningProps) {
  const { confirmations, blockSeconds, name } = quote.network;
  const { secondsLeft } = state;
  const usual = messages.duration(confirmations * blockSeconds);
  const isShort = secondsLeft !== null && secondsLeft < EXCHANGE_SECONDS;
  return (
    <div className={isShort ? "note" : "note quiet"}>
      <Icon name="clock" />
      <div>
        <p>{messages.say("exchange.time", { network: name, usual })}</p>
        {secondsLeft === null ? null : (
          <p>{messages.say(isShort ? "exchange.short" : "exchange.left", { time: messages.duration(secondsLeft) })}</p>
        )}
        <p>{messages.say(`exchange.late.${view.latePolicy}`, { merchant: view.merchantName })}</p>
      </div>
    </div>
  );
}
