import type { ReactNode } from "react";
import { TransactionLink } from "@/components/payers/pay/deposit-list";
import { priceText } from "@/components/payers/pay/format";
import { Moment } from "@/components/payers/pay/moment";
import type { PayDeposit, PayRefund, PayView } from "@/lib/fronts/payment-page/pay-view";
import type { Messages } from "@/lib/kernel/locales/messages";

type ReceiptFactsProps = {
  readonly view: PayView;
  readonly messages: Messages;
  /** On a separate page: shows every transaction in full, as it may have to be typed from paper. */
  readonly isWhole: boolean;
};

/** Recipient, purpose, amount, transactions and refunds. */
export function ReceiptFacts({ view, messages, isWhole }: ReceiptFactsProps) {
  const { quote } = view;
  const confirmed = view.deposits.filter((deposit) => deposit.status === "confirmed");
  const hasPaid = confirmed.length > 0 || view.internalAmount !== null;
  const sent = view.refunds.filter((refund) => refund.status === "paid");
  return (
    <dl>
      <Row name={messages.say("receipt.to")}>{view.merchantName}</Row>
      <Row name={messages.say("receipt.order")}>{view.orderId}</Row>
      <Row name={messages.say("receipt.price")}>{priceText(view, messages)}</Row>
      {quote === null || !hasPaid ? null : (
        <Row name={messages.say("receipt.paid")}>{messages.coin(view.confirmedAmount, quote.currency)}</Row>
      )}
      {quote === null || view.internalAmount === null ? null : (
        <Row name={messages.say("receipt.inside")}>{messages.coin(view.internalAmount, quote.currency)}</Row>
      )}
      {quote === null || confirmed.length === 0 ? null : (
        <Row name={messages.say("receipt.network")}>{quote.network.name}</Row>
      )}
      {confirmed.map((deposit) => (
        <Row key={`${deposit.transactionId} ${deposit.amount.toFixed()}`} name={messages.say("receipt.transaction")}>
          {confirmed.length === 1 ? null : <b dir="ltr">{messages.coin(deposit.amount, deposit.currency)}</b>}
          <Transaction of={deposit} isWhole={isWhole} messages={messages} />
        </Row>
      ))}
      {sent.map((refund, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: refunds may be equal, and static markup is never reordered
        <Row key={index} name={messages.say("receipt.refund")}>
          <span>{refundText(refund, messages)}</span>
          <Transaction of={refund} isWhole={isWhole} messages={messages} />
        </Row>
      ))}
      {view.finalAt === null ? null : (
        <Row name={messages.say("receipt.date")}>
          <bdi>
            <Moment at={view.finalAt} messages={messages} />
          </bdi>
        </Row>
      )}
      <Row name={messages.say("receipt.number")}>
        <code dir="ltr">{view.uuid}</code>
      </Row>
    </dl>
  );
}

type TransactionProps = {
  readonly of: Pick<PayDeposit | PayRefund, "transactionId" | "explorerUrl">;
  readonly isWhole: boolean;
  readonly messages: Messages;
};

function Transaction({ of: { transactionId: id, explorerUrl }, isWhole, messages }: TransactionProps) {
  if (id === null) return null;
  if (!isWhole) return <TransactionLink id={id} explorerUrl={explorerUrl} messages={messages} />;
  return (
    <>
      <code dir="ltr">{id}</code>
      {explorerUrl === null ? null : (
        <a className="link" href={explorerUrl} target="_blank" rel="noopener noreferrer">
          {messages.say("deposit.explorer")}
        </a>
      )}
    </>
  );
}

function refundText({ amount, currency, addressEnds: address }: PayRefund, messages: Messages): string {
  return messages.say("receipt.back-to", { amount: messages.coin(amount, currency), address });
}

type RowProps = { readonly name: string; readonly children: ReactNode };

export function Row({ name, children }: RowProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{typeof children === "string" ? <bdi>{children}</bdi> : children}</dd>
    </div>
  );
}
