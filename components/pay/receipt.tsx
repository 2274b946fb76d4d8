import type { ReactNode } from "react";
import { TransactionLink } from "@/components/pay/deposit-list";
import { coinText, momentText, priceText } from "@/components/pay/format";
import { say } from "@/components/pay/say";
import type { PayState, PayStateKind } from "@/lib/invoices/pay-state";
import type { PayView } from "@/lib/invoices/pay-view";

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

type ReceiptProps = { readonly view: PayView; readonly state: PayState };

/** What a payer keeps. The page itself is the receipt: its address goes on showing it. */
export function Receipt({ view, state }: ReceiptProps) {
  if (!hasReceipt(state)) return null;
  const confirmed = view.deposits.filter((deposit) => deposit.status === "confirmed");
  return (
    <section className="receipt" aria-labelledby="receipt">
      <h2 id="receipt">{say("receipt.title")}</h2>
      <dl>
        <Row name={say("receipt.to")}>{view.merchantName}</Row>
        <Row name={say("receipt.order")}>{view.orderId}</Row>
        <Row name={say("receipt.price")}>{priceText(view.amount, view.currency, view.isFiat)}</Row>
        {view.quote === null || (confirmed.length === 0 && view.insideAmount === null) ? null : (
          <Row name={say("receipt.paid")}>{coinText(view.confirmedAmount, view.quote.currency)}</Row>
        )}
        {view.quote === null || view.insideAmount === null ? null : (
          <Row name={say("receipt.inside")}>{coinText(view.insideAmount, view.quote.currency)}</Row>
        )}
        {view.quote === null || confirmed.length === 0 ? null : (
          <Row name={say("receipt.network")}>{view.quote.network.name}</Row>
        )}
        {confirmed.map((deposit) => (
          <Row key={deposit.transactionId} name={say("receipt.transaction")}>
            <TransactionLink id={deposit.transactionId} explorerUrl={deposit.explorerUrl} />
          </Row>
        ))}
        {view.finalAt === null ? null : <Row name={say("receipt.date")}>{momentText(view.finalAt)}</Row>}
        <Row name={say("receipt.number")}>
          <code>{view.uuid}</code>
        </Row>
      </dl>
      <button type="button" className="button plain scripted" id="print">
        {say("receipt.print")}
      </button>
    </section>
  );
}

type RowProps = { readonly name: string; readonly children: ReactNode };

function Row({ name, children }: RowProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
