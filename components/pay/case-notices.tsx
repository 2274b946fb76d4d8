import { TransactionLink } from "@/components/pay/deposit-list";
import { coinText } from "@/components/pay/format";
import { Icon } from "@/components/pay/icons";
import { say } from "@/components/pay/say";
import type { TextKey } from "@/components/pay/text";
import type { PayCase } from "@/lib/invoices/pay-view";

type CaseNoticesProps = { readonly cases: readonly PayCase[]; readonly merchant: string };

/** Payments that no rule could count: what arrived, that it is safe, and who decides. */
export function CaseNotices({ cases, merchant }: CaseNoticesProps) {
  const shown = cases.filter((entry) => entry.status !== "void");
  if (shown.length === 0) return null;
  const isAnyOpen = shown.some((entry) => entry.status === "open");
  return (
    <section className={`cases ${isAnyOpen ? "moving" : "good"}`} aria-labelledby="cases">
      {isAnyOpen ? (
        <h2 id="cases">
          <Icon name="moving" /> {say("case.title")}
        </h2>
      ) : (
        <h2 id="cases" className="unseen">
          {say("deposits.title")}
        </h2>
      )}
      {shown.map((entry) => (
        <div key={entry.reference}>
          <p>
            {say(textKey(entry), {
              amount: coinText(entry.amount, entry.currency),
              network: entry.networkName,
              merchant,
            })}
          </p>
          <p className="transaction">
            <b>{say("case.number", { reference: entry.reference })}</b>
            <TransactionLink id={entry.transactionId} explorerUrl={entry.explorerUrl} />
          </p>
        </div>
      ))}
    </section>
  );
}

function textKey(entry: PayCase): TextKey {
  const { status, kind } = entry;
  return status === "credited" || status === "refunded" || status === "refunding" ? `case.${status}` : `case.${kind}`;
}
