import { Icon } from "@/components/payers/pay/icons";
import type { WalletPageView } from "@/lib/fronts/wallet-page/load-wallet-page";
import type { Messages } from "@/lib/kernel/locales/messages";

type WalletHeadlineProps = { readonly view: WalletPageView; readonly messages: Messages };

/** The headline of the page, and the next step below it. */
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

/** Returns the headline as plain text: the window title. */
export function walletHeadlineText(view: WalletPageView, messages: Messages): string {
  return messages.say(`topup.${view.status}.title`, { coin: view.currency, network: view.network.name });
}

function bodyText(view: WalletPageView, messages: Messages): string {
  return messages.say(`topup.${view.status}.body`, { merchant: view.merchantName });
}
