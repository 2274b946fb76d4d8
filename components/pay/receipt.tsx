import type { ReactNode } from "react";
import { TransactionLink } from "@/components/pay/deposit-list";
import { coinText, priceText } from "@/components/pay/format";
import type { PayState, PayStateKind } from "@/lib/invoices/pay-state";
import type { PayView } from "@/lib/invoices/pay-view";
import type { Words } from "@/lib/locales/words";

const WITH_RECEIPT: ReadonlySet<PayStateKind> = new Set([
  "paid",
  "paid-over",
  "paid-by-hand",
  "refunding",
  "refunded",
  "refund-failed",
  "short",
]);

/** Whether the receipt is shown; it lists the confirmed payments then. */
export function hasReceipt(state: PayState): boolean {
  return WITH_RECEIPT.has(state.kind);
}

type ReceiptProps = { readonly view: PayView; readonly state: PayState; readonly words: Words };

/** What a payer keeps. The page itself is the receipt: its address goes on showing it. */
export function Receipt({ view, state, words }: ReceiptProps) {
  if (!hasReceipt(state)) return null;
  const confirmed = view.deposits.filter((deposit) => deposit.status === "confirmed");
  return (
    <section className="receipt" aria-labelledby="receipt">
      <h2 id="receipt">{words.say("receipt.title")}</h2>
      <dl>
        <Row name={words.say("receipt.to")}>{view.merchantName}</Row>
        <Row name={words.say("receipt.order")}>{view.orderId}</Row>
        <Row name={words.say("receipt.price")}>{priceText(view, words)}</Row>
        {view.quote === null || (confirmed.length === 0 && view.insideAmount === null) ? null : (
          <Row name={words.say("receipt.paid")}>{coinText(view.confirmedAmount, view.quote.currency)}</Row>
        )}
        {view.quote === null || view.insideAmount === null ? null : (
          <Row name={words.say("receipt.inside")}>{coinText(view.insideAmount, view.quote.currency)}</Row>
        )}
        {view.quote === null || confirmed.length === 0 ? null : (
          <Row name={words.say("receipt.network")}>{view.quote.network.name}</Row>
        )}
        {confirmed.map((deposit) => (
          <Row key={deposit.transactionId} name={words.say("receipt.transaction")}>
            <TransactionLink id={deposit.transactionId} explorerUrl={deposit.explorerUrl} words={words} />
          </Row>
        ))}
        {view.finalAt === null ? null : <Row name={words.say("receipt.date")}>{words.moment(view.finalAt)}</Row>}
        <Row name={words.say("receipt.number")}>
          <code dir="ltr">{view.uuid}</code>
        </Row>
      </dl>
      <button type="button" className="button plain scripted" id="print">
        {words.say("receipt.print")}
      </button>
    </section>
  );
}

type RowProps = { readonly name: string; readonly children: ReactNode };

function Row({ name, children }: RowProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{typeof children === "string" ? <bdi>{children}</bdi> : children}</dd>
    </div>
  );
}
