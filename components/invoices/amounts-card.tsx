import { Card } from "@/components/ui/card";
import { type Definition, DefinitionList } from "@/components/ui/definition-list";
import { Moment } from "@/components/ui/moment";
import { Money, trimZeros } from "@/components/ui/money";
import { shortRate } from "@/components/ui/short-rate";
import type { InvoiceDetailView, QuoteDetailView } from "@/lib/invoices/dashboard-schema";
import { groupDigits } from "@/lib/money/format";

/** What was asked for, how that became what the payer owes, and what of it is the merchant's: the whole arithmetic. */
export function AmountsCard({ invoice }: { invoice: InvoiceDetailView }) {
  const quote = invoice.quotes.find((candidate) => candidate.isCurrent);
  const items: Definition[] = [
    { term: "Asked for", value: <Money amount={invoice.amount} currency={invoice.currency} size="large" /> },
    ...(quote ? [rateItem(invoice, quote), payerItem(invoice, quote), paidItem(invoice, quote)] : []),
    ...(quote && invoice.commission ? [commissionItem(invoice, quote, invoice.commission)] : []),
    ...(quote && invoice.merchantAmount ? [merchantItem(invoice, quote, invoice.merchantAmount)] : []),
  ];
  return (
    <Card title="Amounts">
      <DefinitionList items={items} />
      {!quote && <p className="mt-3 text-small text-ink-soft">The payer has not chosen a coin yet.</p>}
    </Card>
  );
}

function rateItem(invoice: InvoiceDetailView, quote: QuoteDetailView): Definition {
  return {
    term: "Rate",
    value: (
      <span className="tabular-nums">
        1 {invoice.currency} = {groupDigits(shortRate(quote.rate))} {quote.currency}
      </span>
    ),
    note: (
      <>
        {quote.rateSource}, <Moment at={quote.rateAt} />
      </>
    ),
  };
}

function payerItem(invoice: InvoiceDetailView, quote: QuoteDetailView): Definition {
  const parts = [
    invoice.discountPercent ? discountWords(invoice.discountPercent) : null,
    invoice.subtractPercent > 0 ? `the payer bears ${invoice.subtractPercent} % of the commission` : null,
    "rounded up to what the coin can be paid in",
  ];
  return {
    term: "Payer owes",
    value: <Money amount={quote.payerAmount} currency={quote.currency} />,
    note: parts.filter((part) => part !== null).join(", "),
  };
}

function discountWords(percent: number): string {
  return percent > 0 ? `${percent} % discount` : `${-percent} % extra`;
}

function paidItem(invoice: InvoiceDetailView, quote: QuoteDetailView): Definition {
  return {
    term: "Received",
    value: (
      <Money
        amount={invoice.paidAmount}
        currency={quote.currency}
        fiat={{ amount: invoice.paidAmountUsd, currency: "USD" }}
      />
    ),
    note: "what is confirmed",
  };
}

function commissionItem(invoice: InvoiceDetailView, quote: QuoteDetailView, commission: string): Definition {
  return {
    term: "Commission",
    value: <Money amount={commission} currency={quote.currency} />,
    note: `${trimZeros(quote.commissionPercent)} %${invoice.isCredited ? "" : ", expected"}`,
  };
}

function merchantItem(invoice: InvoiceDetailView, quote: QuoteDetailView, amount: string): Definition {
  return {
    term: invoice.isCredited ? "Credited to you" : "Yours, once paid",
    value: <Money amount={amount} currency={quote.currency} size="large" />,
  };
}
