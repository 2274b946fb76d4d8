import { clockText, countdownText, durationText, priceText } from "@/components/pay/format";
import type { PageModel } from "@/components/pay/page-model";
import { say } from "@/components/pay/say";
import { ShopName } from "@/components/pay/shop-name";

/** Whom the money is for, what for, how much, how long. */
export function OrderSummary({ view, state }: PageModel) {
  return (
    <header className="order">
      <ShopName name={view.merchantName} />
      <p className="price">{priceText(view.amount, view.currency, view.isFiat)}</p>
      <p className="number">{say("order.label", { order: view.orderId })}</p>
      {state.secondsLeft === null ? null : (
        <TimeLeft seconds={state.secondsLeft} inAll={state.secondsInAll} until={view.expiresAt} />
      )}
    </header>
  );
}

type TimeLeftProps = { readonly seconds: number; readonly inAll: number; readonly until: Date };

/** The script goes on counting from `data-left`: seconds, not a moment, so that a wrong clock on a phone does no harm. */
function TimeLeft({ seconds, inAll, until }: TimeLeftProps) {
  return (
    <div
      className="time"
      id="time"
      data-left={seconds}
      data-all={inAll}
      data-soon={say("time.soon", { time: durationText(Math.floor(inAll / 10)) })}
    >
      <p>
        <span className="label">{say("time.left")}</span>{" "}
        <span className="clock" id="clock" role="timer">
          {countdownText(seconds)}
        </span>{" "}
        <span className="until">{say("time.until", { time: clockText(until) })}</span>
      </p>
      <progress id="bar" max={inAll} value={seconds} aria-hidden="true" />
    </div>
  );
}
