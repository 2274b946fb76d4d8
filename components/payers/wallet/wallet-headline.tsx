import { Icon } from "@/components/payers/pay/icons";
import type { WalletPageView } from "@/lib/fronts/wallet-page/load-wallet-page";
import type { Messages } from "@/lib/kernel/locales/messages";

type WalletHeadlineProps = { readonly view: WalletPageView; readonly messages: Messages };

/** The one sentence of the page, and the next step under it. */
export function WalletHeadline({ view, messages }: WalletHeadlineProps) {
  const isActive = view.status === "active";
  return (
    <div className={isActive ? "headline" : "headline wrong"}>
      <h1 id="headline" tabIndex={-1}>
        {messages.rich(`topup.${view.status}.title`, {
          coin: <strong>{view.currency}</strong>,
          network: <strong>{view.network.name}</strong>,
        })}
      </h1>
      {isActive ? (
        <p className="lead">{bodyText(view, messages)}</p>
      ) : (
        <p className="state">
          <Icon name="alert" />
          <span>{bodyText(view, messages)}</span>
        </p>
      )}
    </div>
  );
}

/** The same sentence without marks: the title of the window. */
export function walletHeadlineText(view: WalletPageView, messages: Messages): string {
  return messages.say(`topup.${view.status}.title`, { coin: view.currency, network: view.network.name });
}

function bodyText(view: WalletPageView, messages: Messages): string {
  return messages.say(`topup.${view.status}.body`, { merchant: view.merchantName });
}
