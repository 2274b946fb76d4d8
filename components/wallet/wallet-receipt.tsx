import { PrintButton } from "@/components/pay/receipt";
import { Row } from "@/components/pay/receipt-facts";
import { ShopName } from "@/components/pay/shop-name";
import { RecentList } from "@/components/wallet/recent-payments";
import type { WalletPageModel } from "@/components/wallet/wallet-page";
import { walletPath } from "@/components/wallet/wallet-paths";

type WalletReceiptProps = Pick<WalletPageModel, "view" | "words" | "lang">;

/** The last payments to a static wallet alone, on one sheet of paper: what each brought, when, and where it stands. */
export function WalletReceipt({ view, words, lang }: WalletReceiptProps) {
  return (
    <div className="page alone receipt-page">
      <main>
        <div className="card">
          <ShopName name={view.merchantName} logo={view.brand.logo} />
          <h1 id="headline">{words.say("receipt.title")}</h1>
          <section className="receipt" aria-labelledby="headline">
            <dl>
              <Row name={words.say("receipt.to")}>{view.merchantName}</Row>
              <Row name={words.say("receipt.network")}>{`${view.currency} · ${view.network.name}`}</Row>
              <Row name={words.say("topup.number")}>
                <code dir="ltr">{view.uuid}</code>
              </Row>
            </dl>
            <RecentList view={view} words={words} />
          </section>
          {view.supportContact === null ? null : (
            <p className="quiet">
              {words.say("support.ask", { merchant: view.merchantName, contact: view.supportContact })}
            </p>
          )}
          <PrintButton words={words} />
          <p className="center noprint">
            <a className="link" href={walletPath(view.uuid, "", lang)}>
              {words.say("topup.close")}
            </a>
          </p>
        </div>
      </main>
    </div>
  );
}
