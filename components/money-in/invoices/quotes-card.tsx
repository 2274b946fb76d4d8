import { Address } from "@/components/ui/address";
import { Badge } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import { Moment } from "@/components/ui/moment";
import { Money } from "@/components/ui/money";
import type { QuoteDetailView } from "@/lib/money-in/invoices/dashboard-schema";

/**
 * Every quote shown to the payer, newest first. A top-up has none: only the address of its wallet.
 */
export function QuotesCard({ quotes, isTopUp }: { quotes: readonly QuoteDetailView[]; isTopUp: boolean }) {
  if (quotes.length === 0) return null;
  return (
    <Card title={isTopUp ? "Address" : quotes.length === 1 ? "Price and address" : "Prices and addresses"}>
      <ul className="divide-y divide-line">
        {quotes.toReversed().map((quote) => (
          <li key={quote.id} className="flex flex-col gap-1 py-3 first:pt-0 last:pb-0">
            <div className="flex flex-wrap items-center justify-between gap-2">
              <span className="flex flex-wrap items-center gap-x-2">
                {!isTopUp && <Money amount={quote.payerAmount} currency={quote.currency} />}
                <span className="text-small text-ink-soft">
                  {isTopUp ? `${quote.currency} on` : "on"} {quote.networkName}
                </span>
              </span>
              {quotes.length > 1 && quote.isCurrent && <Badge>Current</Badge>}
            </div>
            <Address value={quote.address} what="address" explorerUrl={quote.addressUrl} />
            {!isTopUp && (
              <p className="text-label text-ink-quiet">
                created <Moment at={quote.createdAt} />, valid until <Moment at={quote.validUntil} />
              </p>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}
