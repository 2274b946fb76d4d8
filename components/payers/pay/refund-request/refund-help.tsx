import type { PageModel } from "@/components/payers/pay/page-model";
import { ContactLink } from "@/components/payers/pay/support-contact";

/** Returns the reference for the shop: the case if the money is held in one, else the order. */
export function referenceText(
  { view, messages }: Pick<PageModel, "view" | "messages">,
  caseId?: string | null,
): string {
  const found = view.refundables.find((money) => money.reference !== null && (!caseId || money.caseId === caseId));
  return found?.reference && (caseId !== null || view.refundables.length === 1)
    ? messages.say("refund.reference.case", { reference: found.reference })
    : messages.say("refund.reference.order", { order: view.orderId });
}

/** Ownership cannot be proven here: names the shop as contact, and the reference number. */
export function RefundHelp({ view, messages }: PageModel) {
  const { merchantName: merchant, supportContact: contact } = view;
  return (
    <>
      <p>{messages.rich("refund.help.body", { merchant, reference: referenceText({ view, messages }) })}</p>
      {contact === null ? null : (
        <p>{messages.rich("refund.help.contact", { merchant, contact: <ContactLink contact={contact} /> })}</p>
      )}
    </>
  );
}
