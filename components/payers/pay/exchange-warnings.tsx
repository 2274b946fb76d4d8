import { Icon } from "@/components/payers/pay/icons";
import { type PageModel, payPath } from "@/components/payers/pay/page-model";
import { Support } from "@/components/payers/pay/support-contact";
import type { PayQuote } from "@/lib/fronts/payment-page/pay-view";
import type { Decimal } from "@/lib/kernel/money/decimal";

/** Time that an exchange takes to check and send a withdrawal. */
const EXCHANGE_SECONDS = 1_800;

type WarningProps = PageModel & { readonly quote: PayQuote };

/**
 * Warns before a payment that most exchanges would refuse as too small. Another coin may work; for
 * a remainder, the payer may request a refund.
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
 * Link to request a refund on this page. While a payment is open that is impossible, and the shop
 * helps instead.
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

/** Exchanges take time: whether the remaining time suffices, and what happens to a late payment. */
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
