import { Icon } from "@/components/pay/icons";
import { rich, say } from "@/components/pay/say";
import type { WalletPageView } from "@/lib/wallets/page-view";

type WalletHeadlineProps = { readonly view: WalletPageView };

/** The one sentence of the page, and the next step under it. */
export function WalletHeadline({ view }: WalletHeadlineProps) {
  const isActive = view.status === "active";
  return (
    <div className={isActive ? "headline" : "headline wrong"}>
      <h1 id="headline" tabIndex={-1}>
        {rich(`topup.${view.status}.title`, {
          coin: <strong>{view.currency}</strong>,
          network: <strong>{view.network.name}</strong>,
        })}
      </h1>
      {isActive ? (
        <p className="lead">{bodyText(view)}</p>
      ) : (
        <p className="state">
          <Icon name="alert" />
          <span>{bodyText(view)}</span>
        </p>
      )}
    </div>
  );
}

/** The same sentence without marks: the title of the window. */
export function walletHeadlineText(view: WalletPageView): string {
  return say(`topup.${view.status}.title`, { coin: view.currency, network: view.network.name });
}

function bodyText(view: WalletPageView): string {
  return say(`topup.${view.status}.body`, { merchant: view.merchantName });
}
