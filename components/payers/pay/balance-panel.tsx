import { type PageModel, payPath } from "@/components/payers/pay/page-model";

/** For a signed-in payer with a sufficient balance: the amount to be taken, and the pay button. */
export function BalancePanel({ view, balance, messages, lang }: PageModel) {
  const offer = balance?.offer ?? null;
  if (offer === null) return null;
  const amount = <strong>{messages.coin(offer.amount, offer.currency)}</strong>;
  return (
    <section className="balance" aria-labelledby="balance">
      <form method="post" action={payPath(view.uuid, "/balance", { lang })} data-busy={messages.say("balance.paying")}>
        <input type="hidden" name="quote" value={offer.quoteId} />
        <input type="hidden" name="amount" value={offer.amount.toFixed()} />
        <input type="hidden" name="seal" value={offer.seal} />
        <p id="balance">{messages.rich("balance.body", { amount })}</p>
        <button type="submit" className="button">
          {messages.say("balance.pay")}
        </button>
      </form>
      <p className="center quiet">{messages.say("balance.or")}</p>
    </section>
  );
}

/** Beside the coin choice: the coins with a sufficient balance. */
export function BalanceHint({ balance, messages }: PageModel) {
  if (balance === null || balance.coins.length === 0) return null;
  return <p className="note quiet">{messages.say("balance.choose", { coins: balance.coins.join(", ") })}</p>;
}
