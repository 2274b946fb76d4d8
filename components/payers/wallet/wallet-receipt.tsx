import { Row } from "@/components/payers/pay/receipt-facts";
import { ReceiptSheet } from "@/components/payers/pay/receipt-sheet";
import { RecentList } from "@/components/payers/wallet/recent-payments";
import type { WalletPageModel } from "@/components/payers/wallet/wallet-page";
import { walletPath } from "@/components/payers/wallet/wallet-paths";

type WalletReceiptProps = Pick<WalletPageModel, "view" | "messages" | "lang">;

/** The last payments to a static wallet alone: amount, time and status of each. */
export function WalletReceipt({ view, messages, lang }: WalletReceiptProps) {
  const back = { href: walletPath(view.uuid, "", lang), text: messages.say("topup.close") };
  return (
    <ReceiptSheet view={view} messages={messages} back={back}>
      <dl>
        <Row name={messages.say("receipt.to")}>{view.merchantName}</Row>
        <Row name={messages.say("receipt.network")}>{`${view.currency} · ${view.network.name}`}</Row>
        <Row name={messages.say("topup.number")}>
          <code dir="ltr">{view.uuid}</code>
        </Row>
      </dl>
      <RecentList view={view} messages={messages} />
    </ReceiptSheet>
  );
}
