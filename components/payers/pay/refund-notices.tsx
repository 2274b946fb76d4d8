import { TransactionLink } from "@/components/payers/pay/deposit-list";
import type { RefundStatus } from "@/lib/exceptions/refunds/status";
import type { PayRefund, PayView } from "@/lib/fronts/payment-page/pay-view";
import type { Messages } from "@/lib/kernel/locales/messages";

const TONES: Readonly<Record<RefundStatus, "moving" | "good" | "wrong">> = {
  process: "moving",
  check: "moving",
  paid: "good",
  fail: "wrong",
};

type RefundNoticesProps = { readonly view: Pick<PayView, "refunds" | "merchantName">; readonly messages: Messages };

/** Each refund: amount, destination, transaction, and whether it has arrived. */
export function RefundNotices({ view, messages }: RefundNoticesProps) {
  if (view.refunds.length === 0) return null;
  return (
    <section className="deposits" aria-labelledby="refunds">
      <h2 id="refunds">{messages.say("refunds.title")}</h2>
      <ul>
        {view.refunds.map((refund, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: refunds may be equal, and static markup is never reordered
          <li key={index}>
            <p className={`refund-line ${TONES[refund.status]}`}>{refundText(refund, view.merchantName, messages)}</p>
            {refund.transactionId === null ? null : (
              <p className="transaction">
                <TransactionLink id={refund.transactionId} explorerUrl={refund.explorerUrl} messages={messages} />
              </p>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** An address that wraps between its ends reads as two. */
function refundText(refund: PayRefund, merchant: string, messages: Messages) {
  const { amount, currency, networkName: network, addressEnds } = refund;
  const address = (
    <span className="unbroken" dir="ltr">
      {addressEnds}
    </span>
  );
  return messages.rich(`refunds.${refund.status}`, {
    amount: messages.coin(amount, currency),
    network,
    address,
    merchant,
  });
}
