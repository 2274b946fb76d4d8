import { Icon } from "@/components/payers/pay/icons";
import { type PageModel, payPath } from "@/components/payers/pay/page-model";
import type { PayStateKind } from "@/lib/fronts/payment-page/pay-state";

/** States in which a payer sends, or waits for the network. */
const CONCERNED: ReadonlySet<PayStateKind> = new Set([
  "waiting",
  "dropped",
  "rest",
  "confirming",
  "overdue",
  "reversed",
]);

/**
 * Says that the payment network's node is down or behind: sent money is safe, and a payment not
 * sent yet may use another network.
 */
export function NetworkNotice({ view, state, messages, lang }: PageModel) {
  const network = view.quote?.network;
  if (network === undefined || network.isReady || !CONCERNED.has(state.kind)) return null;
  return (
    <div className="note network-notice">
      <Icon name="alert" />
      <div>
        <p>{messages.say("network.slow", { network: network.name })}</p>
        {state.mayChangeCoin ? (
          <p>
            {messages.say("network.other")}{" "}
            <a href={payPath(view.uuid, "", { isChoosing: true, lang })}>{messages.say("coin.change")}</a>
          </p>
        ) : null}
      </div>
    </div>
  );
}
