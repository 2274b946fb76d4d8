import { countdownText, priceText } from "@/components/payers/pay/format";
import type { PageModel } from "@/components/payers/pay/page-model";
import { ShopName } from "@/components/payers/pay/shop-name";
import type { Words } from "@/lib/kernel/locales/words";
import type { InvoiceStatus } from "@/lib/money-in/invoices/status";

/** Whom the money is for, what for, how much, how long. */
export function OrderSummary({ view, state, words }: PageModel) {
  return (
    <header className="order" data-paid={isPaid(view.status) ? view.status : undefined}>
      <ShopName name={view.merchantName} logo={view.brand.logo} />
      <p className="price">
        <bdi>{priceText(view, words)}</bdi>
      </p>
      <p className="number">{words.say("order.label", { order: view.orderId })}</p>
      {state.secondsLeft === null ? null : (
        <TimeLeft seconds={state.secondsLeft} inAll={state.secondsInAll} until={view.expiresAt} words={words} />
      )}
    </header>
  );
}

/** For the page that frames this one: final, and enough came. */
function isPaid(status: InvoiceStatus): boolean {
  return status === "paid" || status === "paid_over";
}

type TimeLeftProps = {
  readonly seconds: number;
  readonly inAll: number;
  readonly until: Date;
  readonly words: Words;
};

/** The script goes on counting from `data-left`: seconds, not a moment, so that a wrong clock on a phone does no harm. */
function TimeLeft({ seconds, inAll, until, words }: TimeLeftProps) {
  return (
    <div
      className="time"
      id="time"
      data-left={seconds}
      data-all={inAll}
      data-soon={words.say("time.soon", { time: words.duration(Math.floor(inAll / 10)) })}
    >
      <p>
        <span className="label">{words.say("time.left")}</span>{" "}
        <span className="clock" id="clock" role="timer" dir="ltr">
          {countdownText(seconds)}
        </span>{" "}
        <span className="until" data-at={until.getTime()} data-said={words.say("time.until", { time: "…" })}>
          {words.say("time.until", { time: words.clock(until) })}
        </span>
      </p>
      <progress id="bar" max={inAll} value={seconds} aria-hidden="true" />
    </div>
  );
}
