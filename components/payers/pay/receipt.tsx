import { ReceiptFacts } from "@/components/payers/pay/receipt-facts";
import { receiptPath } from "@/components/payers/pay/receipt-path";
import type { PayState, PayStateKind } from "@/lib/fronts/payment-page/pay-state";
import type { PayView } from "@/lib/fronts/payment-page/pay-view";
import type { Locale } from "@/lib/kernel/locales/locales";
import type { Messages } from "@/lib/kernel/locales/messages";

const WITH_RECEIPT: ReadonlySet<PayStateKind> = new Set([
  "paid",
  "paid-over",
  "paid-by-hand",
  "refunding",
  "refunded",
  "refund-failed",
  "short",
]);

/** Returns whether there is a receipt, which then lists the confirmed payments. */
export function hasReceipt(state: PayState): boolean {
  return WITH_RECEIPT.has(state.kind);
}

type ReceiptProps = {
  readonly view: PayView;
  readonly state: PayState;
  readonly messages: Messages;
  readonly lang: Locale | null;
};

/**
 * The payer's receipt as a part of the page, with a link that shows it alone. Both URLs continue to
 * show it.
 */
export function Receipt({ view, state, messages, lang }: ReceiptProps) {
  if (!hasReceipt(state)) return null;
  return (
    <section className="receipt" aria-labelledby="receipt">
      <h2 id="receipt">{messages.say("receipt.title")}</h2>
      <ReceiptFacts view={view} messages={messages} isWhole={false} />
      <p className="center">
        <a className="link" href={receiptPath(view.uuid, lang)}>
          {messages.say("receipt.open")}
        </a>
      </p>
      <PrintButton messages={messages} />
    </section>
  );
}

export function PrintButton({ messages }: { readonly messages: Messages }) {
  return (
    <button type="button" className="button plain scripted" id="print">
      {messages.say("receipt.print")}
    </button>
  );
}
