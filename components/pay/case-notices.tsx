import { TransactionLink } from "@/components/pay/deposit-list";
import { coinText } from "@/components/pay/format";
import { Icon } from "@/components/pay/icons";
import type { PayCase } from "@/lib/invoices/pay-view";
import type { TextKey } from "@/lib/locales/catalogues";
import type { Words } from "@/lib/locales/words";

type CaseNoticesProps = { readonly cases: readonly PayCase[]; readonly merchant: string; readonly words: Words };

/** Payments that no rule could count: what arrived, that it is safe, and who decides. */
export function CaseNotices({ cases, merchant, words }: CaseNoticesProps) {
  const shown = cases.filter((entry) => entry.status !== "void");
  if (shown.length === 0) return null;
  const isAnyOpen = shown.some((entry) => entry.status === "open");
  return (
    <section className={`cases ${isAnyOpen ? "moving" : "good"}`} aria-labelledby="cases">
      {isAnyOpen ? (
        <h2 id="cases">
          <Icon name="moving" /> {words.say("case.title")}
        </h2>
      ) : (
        <h2 id="cases" className="unseen">
          {words.say("deposits.title")}
        </h2>
      )}
      {shown.map((entry) => (
        <div key={entry.reference}>
          <p>
            {words.say(textKey(entry), {
              amount: coinText(entry.amount, entry.currency),
              network: entry.networkName,
              merchant,
            })}
          </p>
          <p className="transaction">
            <b>{words.say("case.number", { reference: entry.reference })}</b>
            <TransactionLink id={entry.transactionId} explorerUrl={entry.explorerUrl} words={words} />
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
