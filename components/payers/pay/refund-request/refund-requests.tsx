import type { PageModel } from "@/components/payers/pay/page-model";
import { RefundForm } from "@/components/payers/pay/refund-request/refund-form";
import { RefundHelp } from "@/components/payers/pay/refund-request/refund-help";
import { refundPath } from "@/components/payers/pay/refund-request/refund-path";
import { SentNotice } from "@/components/payers/pay/refund-request/sent-notice";
import type { PayRefundable, PayRefundRequest } from "@/lib/exceptions/refund-requests/pay-refund-requests";

/**
 * A payer's refund requests: their status, what awaits confirmation, and the way to request one.
 * Renders nothing if there is nothing to refund.
 */
export function RefundRequests(model: PageModel) {
  const { view, messages, refund = null } = model;
  const { refundables, refundRequests } = view;
  if (refundables.length === 0 && refundRequests.length === 0) return null;
  const sent = refund?.sent ?? null;
  return (
    <section className="card refund" id="refund" aria-labelledby="refund-title">
      {/* biome-ignore lint/a11y/noAutofocus: the payer has just asked for this part, which stands further down */}
      <h2 id="refund-title" tabIndex={-1} autoFocus={sent !== null}>
        {messages.say(titleOf(model))}
      </h2>
      {refundRequests.length === 0 ? null : (
        <ul>
          {refundRequests.map((request) => (
            <RequestItem key={keyOf(request)} request={request} model={model} />
          ))}
        </ul>
      )}
      {sent === null ? <Way {...model} /> : <SentNotice model={model} sent={sent} />}
    </section>
  );
}

function titleOf({ view, refund = null }: PageModel) {
  if (refund?.sent) return "refund.sent.title";
  if (view.refundables.length === 0) return "refund.state.title";
  return refund === null ? "refund.offer.title" : "refund.ask.title";
}

function keyOf({ status, addressEnds, amount }: PayRefundRequest): string {
  return `${status} ${addressEnds} ${amount.toFixed()}`;
}

function RequestItem({ request, model }: { readonly request: PayRefundRequest; readonly model: PageModel }) {
  const { view, messages } = model;
  const merchant = view.merchantName;
  const address = <b dir="ltr">{request.addressEnds}</b>;
  const amount = <b dir="ltr">{messages.coin(request.amount, request.currency)}</b>;
  return (
    <li>
      <p>{messages.rich(`refund.state.${request.status}`, { amount, address, merchant })}</p>
      {request.note === null ? null : <p>{messages.rich("refund.state.note", { merchant, note: request.note })}</p>}
    </li>
  );
}

/**
 * The form if the payer has opened it, else what can be refunded and the link to it; or whom to
 * contact instead.
 */
function Way(model: PageModel) {
  const { view, messages, lang, refund = null } = model;
  const open = view.refundables.filter(({ hasMail, canSign }) => hasMail || canSign);
  if (view.refundables.length === 0) return null;
  if (open.length === 0) return <RefundHelp {...model} />;
  if (refund !== null) return <RefundForm model={model} refundables={open} ask={refund} />;
  return (
    <>
      {open.map((money) => (
        <p key={money.caseId ?? money.kind}>{offerText(money, model)}</p>
      ))}
      <a className="button plain" href={refundPath(view.uuid, "", { refund: "1", lang })}>
        {messages.say("refund.offer.link")}
      </a>
    </>
  );
}

function offerText({ kind, amount, currency, reference }: PayRefundable, { messages }: PageModel) {
  return messages.rich(`refund.offer.${kind}`, {
    amount: <b dir="ltr">{messages.coin(amount, currency)}</b>,
    reference: reference ?? "",
  });
}
