import type { PageModel } from "@/components/payers/pay/page-model";
import type { SentRequest } from "@/components/payers/pay/refund-request/refund-ask";
import { referenceText } from "@/components/payers/pay/refund-request/refund-help";
import { SignPanel } from "@/components/payers/pay/refund-request/sign-panel";

type SentNoticeProps = { readonly model: PageModel; readonly sent: SentRequest };

/** What the payer must do now for the request to take effect. */
export function SentNotice({ model, sent }: SentNoticeProps) {
  const { view, messages } = model;
  const merchant = view.merchantName;
  const { isMailed, signing } = sent;
  return (
    <>
      {isMailed ? <p>{messages.rich("refund.sent.mail", { merchant })}</p> : null}
      {signing === null ? null : (
        <>
          <p>
            {messages.rich(isMailed ? "refund.sent.or" : "refund.sent.wallet", {
              wallet: (
                <code className="whole" dir="ltr">
                  {signing.signer}
                </code>
              ),
            })}
          </p>
          <SignPanel model={model} requestId={sent.id} signing={signing} />
          <small>
            {messages.rich("refund.sent.contract", { merchant, reference: referenceText(model, sent.caseId) })}
          </small>
        </>
      )}
    </>
  );
}
