import { type PageModel, payPath } from "@/components/payers/pay/page-model";

/**
 * After expiry, if the merchant allows it: the button for a new price, and the link to another
 * coin.
 */
export function RenewalPanel({ view, state, messages, lang }: PageModel) {
  if (state.kind !== "renewable") return null;
  return (
    <form method="post" action={payPath(view.uuid, "/renew", { lang })} data-busy={messages.say("renewable.busy")}>
      <button type="submit" className="button">
        {messages.say("renewable.action")}
      </button>
      {view.quote !== null && state.mayChangeCoin ? (
        <p className="center">
          <a className="link" href={payPath(view.uuid, "", { isChoosing: true, lang })}>
            {messages.say("coin.change")}
          </a>
        </p>
      ) : null}
    </form>
  );
}
