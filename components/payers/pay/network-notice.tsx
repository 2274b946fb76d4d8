import { Icon } from "@/components/payers/pay/icons";
import { type PageModel, payPath } from "@/components/payers/pay/page-model";
import type { PayStateKind } from "@/lib/fronts/payment-page/pay-state";

/** Where somebody sends something, or waits for the network. */
const CONCERNED: ReadonlySet<PayStateKind> = new Set([
  "waiting",
  "dropped",
  "rest",
  "confirming",
  "overdue",
  "reversed",
]);

/**
 * The node of the payment's network is away or behind: what was sent is safe, and what was not may
 * go another way.
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
