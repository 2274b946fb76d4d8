import { type PageModel, payPath } from "@/components/payers/pay/page-model";

/** After the end, where the merchant allows it: the button that brings a new price, and the way to another coin. */
export function RenewalPanel({ view, state, words, lang }: PageModel) {
  if (state.kind !== "renewable") return null;
  return (
    <form method="post" action={payPath(view.uuid, "/renew", { lang })} data-busy={words.say("renewable.busy")}>
      <button type="submit" className="button">
        {words.say("renewable.action")}
      </button>
      {view.quote !== null && state.mayChangeCoin ? (
        <p className="center">
          <a className="link" href={payPath(view.uuid, "", { isChoosing: true, lang })}>
            {words.say("coin.change")}
          </a>
        </p>
      ) : null}
    </form>
  );
}
