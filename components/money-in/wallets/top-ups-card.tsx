import { InvoiceStatusBadge } from "@/components/money-in/invoices/status-badge";
import { Address } from "@/components/ui/address";
import { Card } from "@/components/ui/card";
import { Moment } from "@/components/ui/moment";
import { Money } from "@/components/ui/money";
import { TextLink } from "@/components/ui/text-link";
import { routes } from "@/lib/fronts/paths/routes";
import type { WalletDetailView } from "@/lib/money-in/static-wallets/dashboard-schema";

/** Credited deposits, newest first; each is a payment with its own page. */
export function TopUpsCard({ wallet }: { wallet: WalletDetailView }) {
  const { topUps, currency, topUpCount } = wallet;
  return (
    <Card title="Top-ups">
      {topUps.length === 0 ? (
        <p className="text-ink-soft">No top-ups yet.</p>
      ) : (
        <ul className="divide-y divide-line">
          {topUps.map((topUp) => (
            <li key={topUp.id} className="flex flex-col gap-1.5 py-3 first:pt-0 last:pb-0">
              <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
                <TextLink href={routes.invoice(topUp.id)}>
                  <Money amount={topUp.amount} currency={currency} />
                </TextLink>
                <InvoiceStatusBadge status={topUp.status} />
              </div>
              {topUp.transactionId && (
                <Address value={topUp.transactionId} what="transaction" explorerUrl={topUp.transactionUrl} isShort />
              )}
              <p className="text-label text-ink-quiet">
                <Moment at={topUp.createdAt} />
                {topUp.creditedAmount && (
                  <>
                    {" · "}
                    <Money amount={topUp.creditedAmount} currency={currency} /> credited to you
                  </>
                )}
              </p>
            </li>
          ))}
        </ul>
      )}
      {topUpCount > topUps.length && (
        <p className="mt-3 text-small text-ink-soft">
          The newest {topUps.length} of {topUpCount}.{" "}
          <TextLink href={routes.invoices({ q: wallet.orderId })}>View all</TextLink>
        </p>
      )}
    </Card>
  );
}
