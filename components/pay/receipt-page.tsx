import { type PageModel, payPath } from "@/components/pay/page-model";
import { PrintButton } from "@/components/pay/receipt";
import { ReceiptFacts } from "@/components/pay/receipt-facts";
import { ShopName } from "@/components/pay/shop-name";

type ReceiptPageProps = Pick<PageModel, "view" | "state" | "words" | "lang">;

/** The receipt alone, on one sheet of paper: what became of the payment stands above it in a sentence. */
export function ReceiptPage({ view, words, lang }: ReceiptPageProps) {
  return (
    <div className="page alone receipt-page">
      <main>
        <div className="card">
          <ShopName name={view.merchantName} logo={view.brand.logo} />
          <h1 id="headline">{words.say("receipt.title")}</h1>
          <section className="receipt" aria-labelledby="headline">
            <ReceiptFacts view={view} words={words} isWhole={true} />
          </section>
          {view.supportContact === null ? null : (
            <p className="quiet">
              {words.say("support.ask", { merchant: view.merchantName, contact: view.supportContact })}
            </p>
          )}
          <PrintButton words={words} />
          <p className="center noprint">
            <a className="link" href={payPath(view.uuid, "", { lang })}>
              {words.say("receipt.close")}
            </a>
          </p>
        </div>
      </main>
    </div>
  );
}
