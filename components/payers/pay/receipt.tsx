import { ReceiptFacts } from "@/components/payers/pay/receipt-facts";
import { receiptPath } from "@/components/payers/pay/receipt-path";
import type { PayState, PayStateKind } from "@/lib/fronts/payment-page/pay-state";
import type { PayView } from "@/lib/fronts/payment-page/pay-view";
import type { Locale } from "@/lib/kernel/locales/locales";
import type { Words } from "@/lib/kernel/locales/words";

const WITH_RECEIPT: ReadonlySet<PayStateKind> = new Set([
  "paid",
  "paid-over",
  "paid-by-hand",
  "refunding",
  "refunded",
  "refund-failed",
  "short",
]);

/** Whether there is a receipt; it lists the confirmed payments then. */
export function hasReceipt(state: PayState): boolean {
  return WITH_RECEIPT.has(state.kind);
}

type ReceiptProps = {
  readonly view: PayView;
  readonly state: PayState;
  readonly words: Words;
  readonly lang: Locale | null;
};

/** What a payer keeps, as a part of the page, with the link that shows it alone. Both go on showing it at their addresses. */
export function Receipt({ view, state, words, lang }: ReceiptProps) {
  if (!hasReceipt(state)) return null;
  return (
    <section className="receipt" aria-labelledby="receipt">
      <h2 id="receipt">{words.say("receipt.title")}</h2>
      <ReceiptFacts view={view} words={words} isWhole={false} />
      <p className="center">
        <a className="link" href={receiptPath(view.uuid, lang)}>
          {words.say("receipt.open")}
        </a>
      </p>
      <PrintButton words={words} />
    </section>
  );
}

export function PrintButton({ words }: { readonly words: Words }) {
  return (
    <button type="button" className="button plain scripted" id="print">
      {words.say("receipt.print")}
    </button>
  );
}
