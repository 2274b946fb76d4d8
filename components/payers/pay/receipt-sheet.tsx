import type { ReactNode } from "react";
import { PrintButton } from "@/components/payers/pay/receipt";
import { ShopName } from "@/components/payers/pay/shop-name";
import { Support } from "@/components/payers/pay/support-contact";
import type { PayView } from "@/lib/fronts/payment-page/pay-view";
import type { Messages } from "@/lib/kernel/locales/messages";

type ReceiptSheetProps = {
  readonly view: Pick<PayView, "merchantName" | "brand" | "supportContact">;
  readonly messages: Messages;
  /** The page that the receipt belongs to. */
  readonly back: { readonly href: string; readonly text: string };
  readonly children: ReactNode;
};

/** One printable sheet: recipient, facts and contact; the back link is not printed. */
export function ReceiptSheet({ view, messages, back, children }: ReceiptSheetProps) {
  const { merchantName: merchant, supportContact: contact } = view;
  return (
    <div className="page alone receipt-page">
      <main>
        <div className="card">
          <ShopName name={merchant} logo={view.brand.logo} />
          <h1 id="headline">{messages.say("receipt.title")}</h1>
          <section className="receipt" aria-labelledby="headline">
            {children}
          </section>
          {contact === null ? null : (
            <p className="quiet">
              <Support view={view} messages={messages} />
            </p>
          )}
          <PrintButton messages={messages} />
          <p className="center noprint">
            <a className="link" href={back.href}>
              {back.text}
            </a>
          </p>
        </div>
      </main>
    </div>
  );
}
