import { countdownText, priceText } from "@/components/payers/pay/format";
import type { PageModel } from "@/components/payers/pay/page-model";
import { ShopName } from "@/components/payers/pay/shop-name";
import type { Messages } from "@/lib/kernel/locales/messages";
import type { InvoiceStatus } from "@/lib/money-in/invoices/status";

/** Recipient, purpose, amount and remaining time. */
export function OrderSummary({ view, state, messages }: PageModel) {
  return (
    <header className="order" data-paid={isPaid(view.status) ? view.status : undefined}>
      <ShopName name={view.merchantName} logo={view.brand.logo} />
      <p className="price">
        <bdi>{priceText(view, messages)}</bdi>
      </p>
      <p className="number">{messages.say("order.label", { order: view.orderId })}</p>
      {state.secondsLeft === null ? null : (
        <TimeLeft seconds={state.secondsLeft} inAll={state.secondsInAll} until={view.expiresAt} messages={messages} />
      )}
    </header>
  );
}

/** For the embedding page: final and sufficiently paid. */
function isPaid(status: InvoiceStatus): boolean {
  return status === "paid" || status === "paid_over";
}

type TimeLeftProps = {
  readonly seconds: number;
  readonly inAll: number;
  readonly until: Date;
  readonly messages: Messages;
};

/**
 * The script counts down from `data-left`: seconds instead of a time, so that a wrong clock on a
 * phone does no harm.
 */
function TimeLeft({ seconds, inAll, until, messages }: TimeLeftProps) {
  return (
    <div
      className="time"
      id="time"
      data-left={seconds}
      data-all={inAll}
      data-soon={messages.say("time.soon", { time: messages.duration(Math.floor(inAll / 10)) })}
    >
      <p>
        <span className="label">{messages.say("time.left")}</span>{" "}
        <span className="clock" id="clock" role="timer" dir="ltr">
          {countdownText(seconds)}
        </span>{" "}
        <span className="until" data-at={until.getTime()} data-said={messages.say("time.until", { time: "…" })}>
          {messages.say("time.until", { time: messages.clock(until) })}
        </span>
      </p>
      <progress id="bar" max={inAll} value={seconds} aria-hidden="true" />
    </div>
  );
}
