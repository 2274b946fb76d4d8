import type { ReactNode } from "react";
import { TransactionLink } from "@/components/payers/pay/deposit-list";
import { priceText } from "@/components/payers/pay/format";
import { Moment } from "@/components/payers/pay/moment";
import type { PayDeposit, PayRefund, PayView } from "@/lib/fronts/payment-page/pay-view";
import type { Words } from "@/lib/kernel/locales/words";

type ReceiptFactsProps = {
  readonly view: PayView;
  readonly words: Words;
  /** Alone on its page: every transaction in full, as somebody may have to type it off paper. */
  readonly isWhole: boolean;
};

/** Who was paid, for what, how much, by which transactions, and what went back. */
export function ReceiptFacts({ view, words, isWhole }: ReceiptFactsProps) {
  const { quote } = view;
  const confirmed = view.deposits.filter((deposit) => deposit.status === "confirmed");
  const hasPaid = confirmed.length > 0 || view.insideAmount !== null;
  const sent = view.refunds.filter((refund) => refund.status === "paid");
  return (
    <dl>
      <Row name={words.say("receipt.to")}>{view.merchantName}</Row>
      <Row name={words.say("receipt.order")}>{view.orderId}</Row>
      <Row name={words.say("receipt.price")}>{priceText(view, words)}</Row>
      {quote === null || !hasPaid ? null : (
        <Row name={words.say("receipt.paid")}>{words.coin(view.confirmedAmount, quote.currency)}</Row>
      )}
      {quote === null || view.insideAmount === null ? null : (
        <Row name={words.say("receipt.inside")}>{words.coin(view.insideAmount, quote.currency)}</Row>
      )}
      {quote === null || confirmed.length === 0 ? null : (
        <Row name={words.say("receipt.network")}>{quote.network.name}</Row>
      )}
      {confirmed.map((deposit) => (
        <Row key={`${deposit.transactionId} ${deposit.amount.toFixed()}`} name={words.say("receipt.transaction")}>
          {confirmed.length === 1 ? null : <b dir="ltr">{words.coin(deposit.amount, deposit.currency)}</b>}
          <Transaction of={deposit} isWhole={isWhole} words={words} />
        </Row>
      ))}
      {sent.map((refund, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: refunds may be equal, and static markup is never reordered
        <Row key={index} name={words.say("receipt.refund")}>
          <span>{refundText(refund, words)}</span>
          <Transaction of={refund} isWhole={isWhole} words={words} />
        </Row>
      ))}
      {view.finalAt === null ? null : (
        <Row name={words.say("receipt.date")}>
          <bdi>
            <Moment at={view.finalAt} words={words} />
          </bdi>
        </Row>
      )}
      <Row name={words.say("receipt.number")}>
        <code dir="ltr">{view.uuid}</code>
      </Row>
    </dl>
  );
}

type TransactionProps = {
  readonly of: Pick<PayDeposit | PayRefund, "transactionId" | "explorerUrl">;
  readonly isWhole: boolean;
  readonly words: Words;
};

function Transaction({ of: { transactionId: id, explorerUrl }, isWhole, words }: TransactionProps) {
  if (id === null) return null;
  if (!isWhole) return <TransactionLink id={id} explorerUrl={explorerUrl} words={words} />;
  return (
    <>
      <code dir="ltr">{id}</code>
      {explorerUrl === null ? null : (
        <a className="link" href={explorerUrl} target="_blank" rel="noopener noreferrer">
          {words.say("deposit.explorer")}
        </a>
      )}
    </>
  );
}

function refundText({ amount, currency, addressEnds: address }: PayRefund, words: Words): string {
  return words.say("receipt.back-to", { amount: words.coin(amount, currency), address });
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
