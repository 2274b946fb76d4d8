import type { LinkPageModel } from "@/components/payers/link/link-page-model";
import { linkPriceText } from "@/components/payers/link/price-text";
import { hostText } from "@/components/payers/pay/format";
import { QrCode } from "@/components/payers/pay/qr-codes";
import { ShopName } from "@/components/payers/pay/shop-name";

export type PosterModel = Pick<LinkPageModel, "view" | "messages">;

/** A sheet to print: what is paid for, the QR code of the link, and its address to type. */
export function PosterPage({ view, messages }: PosterModel) {
  const { link, url, merchantName, brand } = view;
  return (
    <div className="page alone poster">
      <header className="order">
        <ShopName name={merchantName} logo={brand.logo} />
      </header>
      <main>
        <div className="card">
          <div className="headline">
            <h1>
              <bdi>{link.title}</bdi>
            </h1>
            {link.amount === null ? null : (
              <p className="lead">
                <b dir="ltr">{linkPriceText(view, link.amount, messages)}</b>
              </p>
            )}
          </div>
          <div className="qr">
            <QrCode
              text={url}
              name={messages.say("link.scan")}
              hint={messages.say("link.scan")}
              className="qr-address"
            />
          </div>
          <p className="typed" dir="ltr">
            {hostText(url)}/l/{link.name}
          </p>
        </div>
      </main>
    </div>
  );
}
