import { Icon } from "@/components/payers/pay/icons";
import type { PageModel } from "@/components/payers/pay/page-model";
import type { PayStateKind } from "@/lib/fronts/payment-page/pay-state";
import type { Messages } from "@/lib/kernel/locales/messages";

/** The current step; states outside the normal sequence show no steps. */
const STEP_OF: Partial<Readonly<Record<PayStateKind, 1 | 2 | 3>>> = {
  waiting: 1,
  rest: 1,
  confirming: 2,
  paid: 3,
  "paid-over": 3,
  "paid-by-hand": 3,
};

/** The steps: send, detected, done. */
export function ProgressSteps({ state, messages }: Pick<PageModel, "state" | "messages">) {
  const at = STEP_OF[state.kind];
  if (at === undefined) return null;
  const names = [messages.say("step.send"), messages.say("step.seen"), messages.say("step.done")];
  return (
    <ol className="steps" aria-label={messages.say("steps.label")}>
      {names.map((name, index) => {
        const isDone = index + 1 < at || at === 3;
        const isNow = index + 1 === at && !isDone;
        return (
          <li
            key={name}
            className={isDone ? "done" : isNow ? "now" : "later"}
            aria-current={index + 1 === at ? "step" : undefined}
          >
            <span className="dot">{isDone ? <Icon name="check" /> : index + 1}</span>
            <span>{name}</span>
            {isNow && at === 2 && state.depth !== null ? <small>{depthText(state.depth, messages)}</small> : null}
          </li>
        );
      })}
    </ol>
  );
}

function depthText(depth: { readonly have: number; readonly need: number }, messages: Messages): string {
  return messages.say("step.depth", { have: messages.number(depth.have), need: messages.number(depth.need) });
}
