import { Wallet } from "lucide-react";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { amountSlots, Money } from "@/components/ui/money";
import { TextLink } from "@/components/ui/text-link";
import { routes } from "@/lib/fronts/paths/routes";
import type { WalletListView } from "@/lib/people/merchants/wallet-schema";

const SHOWN = 5;

export function BalancesCard({ wallets }: { wallets: WalletListView }) {
  const { items, totalUsd, isTotalWhole } = wallets;
  if (items.length === 0) {
    return (
      <Card title="Balance">
        <EmptyState icon={Wallet} title="No balance yet">
          The first paid invoice appears here as soon as its payment is final.
        </EmptyState>
      </Card>
    );
  }
  const shown = items.slice(0, SHOWN);
  return (
    <Card title="Balance" action={<TextLink href={routes.balances()}>All balances</TextLink>}>
      <p>
        <Money amount={totalUsd} currency="USD" size="hero" />
      </p>
      {!isTotalWhole && <p className="text-label text-ink-quiet">Coins without a current price are not included.</p>}
      <ul
        style={amountSlots(shown.map(({ balance, currency }) => ({ amount: balance, currency })))}
        className="mt-4 divide-y divide-line border-t border-line"
      >
        {shown.map((wallet) => (
          <li key={wallet.currency} className="flex items-center justify-between gap-4 py-2.5">
            <span className="truncate text-ink-soft">{wallet.name}</span>
            <Money
              amount={wallet.balance}
              currency={wallet.currency}
              align="end"
              fiat={wallet.usd === null ? null : { amount: wallet.usd, currency: "USD" }}
            />
          </li>
        ))}
      </ul>
    </Card>
  );
}
