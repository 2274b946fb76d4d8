import { type PageModel, payPath } from "@/components/payers/pay/page-model";
import { ReceiptFacts } from "@/components/payers/pay/receipt-facts";
import { ReceiptSheet } from "@/components/payers/pay/receipt-sheet";

type ReceiptPageProps = Pick<PageModel, "view" | "state" | "messages" | "lang">;

/** The receipt of a payment on a separate page. */
export function ReceiptPage({ view, messages, lang }: ReceiptPageProps) {
  const back = { href: payPath(view.uuid, "", { lang }), text: messages.say("receipt.close") };
  return (
    <ReceiptSheet view={view} messages={messages} back={back}>
      <ReceiptFacts view={view} messages={messages} isWhole={true} />
    </ReceiptSheet>
  );
}
