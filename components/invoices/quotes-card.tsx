import { Address } from "@/components/ui/address";
import { Badge } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import { Moment } from "@/components/ui/moment";
import { Money } from "@/components/ui/money";
import type { QuoteDetailView } from "@/lib/invoices/dashboard-schema";

/** Every price that the payer was shown, the newest first. */
export function QuotesCard({ quotes }: { quotes: readonly QuoteDetailView[] }) {
  if (quotes.length === 0) return null;
  return (
    <Card title={quotes.length === 1 ? "Price and address" : "Prices and addresses"}>
      <ul className="divide-y divide-line">
        {quotes.toReversed().map((quote) => (
          <li key={quote.id} className="flex flex-col gap-1 py-3 first:pt-0 last:pb-0">
            <div className="flex flex-wrap items-center justify-between gap-2">
              <span className="flex flex-wrap items-center gap-x-2">
                <Money amount={quote.payerAmount} currency={quote.currency} />
                <span className="text-small text-ink-soft">on {quote.networkName}</span>
              </span>
              {quotes.length > 1 && quote.isCurrent && <Badge>current</Badge>}
            </div>
            <Address value={quote.address} what="address" explorerUrl={quote.addressUrl} />
            <p className="text-label text-ink-quiet">
              made <Moment at={quote.createdAt} />, good until <Moment at={quote.validUntil} />
            </p>
          </li>
        ))}
      </ul>
    </Card>
  );
}
