import { EmailInput } from "@/components/payers/pay/email-input";
import type { PlanLooker, PlanPageModel } from "@/components/payers/recurring/plan-page-model";
import { planPath } from "@/components/payers/recurring/plan-path";

type LinkFormProps = PlanPageModel & { readonly looker: PlanLooker & { readonly kind: "anybody" } };

/**
 * Form for an e-mail address: to accept the plan by a link, or, once it is accepted, for its payer
 * to get the link again. The response is the same for every address.
 */
export function LinkForm({ view, looker, error, messages, lang }: LinkFormProps) {
  const merchant = view.merchantName;
  if (view.status === "cancel_by_merchant" || view.status === "cancel_by_user")
    return (
      <div>
        <h2>{messages.say("plan.ended.title")}</h2>
        <p>{messages.rich("plan.ended.body", { merchant })}</p>
      </div>
    );
  if (looker.isSent) return <p role="status">{messages.say("plan.ask.sent")}</p>;
  if (!view.hasMail) return <p>{messages.rich("plan.problem.mail", { merchant })}</p>;
  const isAccepted = view.status === "active";
  return (
    <form method="post" action={planPath(view.id, "/link", { lang })}>
      {isAccepted ? <h2>{messages.say("plan.active.title")}</h2> : null}
      <p>{isAccepted ? messages.say("plan.active.body") : messages.rich("plan.ask.body", { merchant })}</p>
      <label htmlFor="email">{messages.say("plan.ask.label")}</label>
      <EmailInput typed={looker.typed} isRequired={true} isWrong={error !== null} />
      <button type="submit" className="button">
        {messages.say("plan.ask.send")}
      </button>
    </form>
  );
}
