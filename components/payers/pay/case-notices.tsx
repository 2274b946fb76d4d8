import { TransactionLink } from "@/components/payers/pay/deposit-list";
import { Icon } from "@/components/payers/pay/icons";
import type { PayCase, PayView } from "@/lib/fronts/payment-page/pay-view";
import type { TextKey } from "@/lib/kernel/locales/catalogues";
import type { Messages } from "@/lib/kernel/locales/messages";

type CaseNoticesProps = {
  readonly view: Pick<PayView, "cases" | "questionnaire" | "merchantName" | "latePolicy" | "lateDriftPercent">;
  readonly messages: Messages;
};

/** Returns the cases without void ones. */
export function shownCases({ cases }: Pick<PayView, "cases">): readonly PayCase[] {
  return cases.filter((entry) => entry.status !== "void");
}

/**
 * Payments that were not credited automatically: what arrived, that it is safe, what happens next
 * and who decides.
 */
export function CaseNotices({ view, messages }: CaseNoticesProps) {
  const merchant = view.merchantName;
  const shown = shownCases(view);
  if (shown.length === 0) return null;
  const isAnyOpen = shown.some((entry) => entry.status === "open");
  return (
    <section className={`cases ${isAnyOpen ? "moving" : "good"}`} aria-labelledby="cases">
      {isAnyOpen ? (
        <h2 id="cases">
          <Icon name="moving" /> {messages.say("case.title")}
        </h2>
      ) : (
        <h2 id="cases" className="unseen">
          {messages.say("deposits.title")}
        </h2>
      )}
      {shown.map((entry) => (
        <div key={entry.reference}>
          <p>
            {messages.say(textKey(entry, view), {
              percent: messages.number(view.lateDriftPercent),
              amount: messages.coin(entry.amount, entry.currency),
              network: entry.networkName,
              merchant,
            })}
          </p>
          <details>
            <summary>{messages.say("case.number", { reference: entry.reference })}</summary>
            <p className="transaction">
              <TransactionLink id={entry.transactionId} explorerUrl={entry.explorerUrl} messages={messages} />
            </p>
            {entry.status === "open" ? <p className="quiet">{messages.say("case.ask", { merchant })}</p> : null}
          </details>
        </div>
      ))}
    </section>
  );
}

/**
 * Returns the text key: a late payment depends on the merchant's rule and whether it was judged by
 * it; a held one on whether the payer has questions to answer.
 */
function textKey(
  { status, kind, isJudged }: PayCase,
  { latePolicy, questionnaire }: Pick<PayView, "latePolicy" | "questionnaire">,
): TextKey {
  if (status === "open" && kind === "locked" && questionnaire?.status === "init") return "case.asked";
  if (status === "open" && kind === "late" && latePolicy === "accept")
    return isJudged ? "case.late-held" : "case.late-check";
  return status === "credited" || status === "refunded" || status === "refunding" ? `case.${status}` : `case.${kind}`;
}
