import { type PageModel, payPath } from "@/components/payers/pay/page-model";
import { ReceiptFacts } from "@/components/payers/pay/receipt-facts";
import { ReceiptSheet } from "@/components/payers/pay/receipt-sheet";

type ReceiptPageProps = Pick<PageModel, "view" | "state" | "words" | "lang">;

/** The receipt of a payment alone. */
export function ReceiptPage({ view, words, lang }: ReceiptPageProps) {
  const back = { href: payPath(view.uuid, "", { lang }), text: words.say("receipt.close") };
  return (
    <ReceiptSheet view={view} words={words} back={back}>
      <ReceiptFacts view={view} words={words} isWhole={true} />
    </ReceiptSheet>
  );
}
