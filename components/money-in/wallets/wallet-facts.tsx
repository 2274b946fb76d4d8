import { Address } from "@/components/ui/address";
import { Card } from "@/components/ui/card";
import { type Definition, DefinitionList } from "@/components/ui/definition-list";
import { Moment } from "@/components/ui/moment";
import { Money } from "@/components/ui/money";
import { TextLink } from "@/components/ui/text-link";
import { routes } from "@/lib/fronts/paths/routes";
import { groupDigits, moneyText, trimZeros } from "@/lib/kernel/money/format";
import type { WalletDetailView } from "@/lib/money-in/static-wallets/dashboard-schema";

/** Deposits of the wallet by status. */
export function WalletAmounts({ wallet }: { wallet: WalletDetailView }) {
  const { currency } = wallet;
  const items: (Definition | null)[] = [
    {
      term: "Credited to you",
      value: <Money amount={wallet.creditedAmount} currency={currency} size="large" />,
      note: isNothing(wallet.creationFee) ? "after commission" : "after commission and creation fee",
    },
    amountOf("Below the minimum", wallet.waitingAmount, currency),
    amountOf("Held since blocking", wallet.heldAmount, currency),
    wallet.openCaseCount > 0
      ? {
          term: "Other coins or networks",
          value: <TextLink href={routes.cases()}>{wallet.openCaseCount} pending</TextLink>,
        }
      : null,
    { term: "Minimum", value: <Money amount={wallet.minimum} currency={currency} /> },
    isNothing(wallet.creationFee)
      ? { term: "Creation fee", value: "none" }
      : {
          term: "Creation fee",
          value: `${groupDigits(trimZeros(wallet.creationFeePaid))} of ${moneyText(wallet.creationFee, "TRX")} paid`,
          note: "deducted once, from the first top-ups",
        },
  ];
  return (
    <Card title="Amounts">
      <DefinitionList items={items.filter((item) => item !== null)} />
    </Card>
  );
}

/** All other details of the wallet. */
export function WalletFacts({ wallet }: { wallet: WalletDetailView }) {
  const items: (Definition | null)[] = [
    {
      term: "Address",
      value: <Address value={wallet.address} what="address" explorerUrl={wallet.addressUrl} />,
      note: `${wallet.currency} on ${wallet.networkName}`,
    },
    { term: "Wallet ID", value: <Address value={wallet.id} what="wallet ID" /> },
    { term: "Created", value: <Moment at={wallet.createdAt} /> },
    wallet.blockedAt ? { term: "Blocked", value: <Moment at={wallet.blockedAt} /> } : null,
    wallet.blockedAt ? { term: "Held payments", value: whereHeldGoes(wallet) } : null,
    wallet.urlCallback
      ? { term: "Webhook URL", value: <span className="break-words">{wallet.urlCallback}</span> }
      : null,
  ];
  return (
    <Card title="Details">
      <DefinitionList items={items.filter((item) => item !== null)} />
    </Card>
  );
}

function amountOf(term: string, amount: string, currency: string): Definition | null {
  return isNothing(amount) ? null : { term, value: <Money amount={amount} currency={currency} /> };
}

function isNothing(amount: string): boolean {
  return /^0(?:\.0*)?$/.test(amount);
}

function whereHeldGoes({ isForceRefund, areSendersAccounts }: WalletDetailView): string {
  return isForceRefund && areSendersAccounts ? "Refunded to their senders automatically" : "Refunded by you";
}
