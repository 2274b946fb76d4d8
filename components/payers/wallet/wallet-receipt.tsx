import { Row } from "@/components/payers/pay/receipt-facts";
import { ReceiptSheet } from "@/components/payers/pay/receipt-sheet";
import { RecentList } from "@/components/payers/wallet/recent-payments";
import type { WalletPageModel } from "@/components/payers/wallet/wallet-page";
import { walletPath } from "@/components/payers/wallet/wallet-paths";

type WalletReceiptProps = Pick<WalletPageModel, "view" | "words" | "lang">;

/** The last payments to a static wallet alone: what each brought, when, and where it stands. */
export function WalletReceipt({ view, words, lang }: WalletReceiptProps) {
  const back = { href: walletPath(view.uuid, "", lang), text: words.say("topup.close") };
  return (
    <ReceiptSheet view={view} words={words} back={back}>
      <dl>
        <Row name={words.say("receipt.to")}>{view.merchantName}</Row>
        <Row name={words.say("receipt.network")}>{`${view.currency} · ${view.network.name}`}</Row>
        <Row name={words.say("topup.number")}>
          <code dir="ltr">{view.uuid}</code>
        </Row>
      </dl>
      <RecentList view={view} words={words} />
    </ReceiptSheet>
  );
}
