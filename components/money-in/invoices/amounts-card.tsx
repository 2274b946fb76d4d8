import { Card } from "@/components/ui/card";
import { type Definition, DefinitionList } from "@/components/ui/definition-list";
import { Moment } from "@/components/ui/moment";
import { Money } from "@/components/ui/money";
import { rateText } from "@/components/ui/short-rate";
import { trimZeros } from "@/lib/kernel/money/format";
import type { InvoiceDetailView, QuoteDetailView } from "@/lib/money-in/invoices/dashboard-schema";

/** The calculation from the invoice amount to the payer's amount and the merchant's share. */
export function AmountsCard({ invoice }: { invoice: InvoiceDetailView }) {
  const quote = invoice.quotes.find((candidate) => candidate.isCurrent);
  if (invoice.walletId !== null) return <TopUpAmounts invoice={invoice} quote={quote} />;
  // An invoice closed without a credit expects nothing more.
  const isDue = invoice.isCredited || !invoice.isFinal;
  const items: Definition[] = [
    { term: "Amount", value: <Money amount={invoice.amount} currency={invoice.currency} size="large" /> },
    ...(quote ? [rateItem(invoice, quote), payerItem(invoice, quote), paidItem(invoice, quote)] : []),
    ...(quote && isDue && invoice.commission ? [commissionItem(invoice, quote, invoice.commission)] : []),
    ...(quote && isDue && invoice.merchantAmount ? [merchantItem(invoice, quote, invoice.merchantAmount)] : []),
  ];
  return (
    <Card title="Amounts">
      <DefinitionList items={items} />
      {!quote && !invoice.isFinal && (
        <p className="mt-3 text-small text-ink-soft">The payer has not chosen a coin yet.</p>
      )}
    </Card>
  );
}

/** A top-up has no requested amount: it is the received amount less the gateway's fees. */
function TopUpAmounts({ invoice, quote }: { invoice: InvoiceDetailView; quote: QuoteDetailView | undefined }) {
  const { creationFee, commission, merchantAmount } = invoice;
  const currency = quote?.currency ?? invoice.currency;
  const received = (
    <Money
      amount={invoice.paidAmount}
      currency={currency}
      fiat={{ amount: invoice.paidAmountUsd, currency: "USD" }}
      size="large"
    />
  );
  const items: Definition[] = [
    { term: "Received", value: received },
    ...(quote && commission ? [commissionItem(invoice, quote, commission)] : []),
    ...(creationFee
      ? [
          {
            term: "Creation fee",
            value: <Money amount={creationFee} currency={currency} />,
            note: "of the static wallet, deducted once from its first top-ups",
          },
        ]
      : []),
    ...(quote && merchantAmount ? [merchantItem(invoice, quote, merchantAmount)] : []),
  ];
  return (
    <Card title="Amounts">
      <DefinitionList items={items} />
    </Card>
  );
}

function rateItem(invoice: InvoiceDetailView, quote: QuoteDetailView): Definition {
  return {
    term: "Rate",
    value: <span className="tabular-nums">{rateText(invoice.currency, quote.rate, quote.currency)}</span>,
    note: (
      <>
        {quote.rateSource}, <Moment at={quote.rateAt} />
      </>
    ),
  };
}

function payerItem(invoice: InvoiceDetailView, quote: QuoteDetailView): Definition {
  const parts = [
    invoice.discountPercent ? discountText(invoice.discountPercent) : null,
    invoice.subtractPercent > 0 ? `the payer covers ${invoice.subtractPercent}% of the commission` : null,
    "rounded up to the precision of the coin",
  ];
  return {
    term: "Amount due",
    value: <Money amount={quote.payerAmount} currency={quote.currency} />,
    note: parts.filter((part) => part !== null).join(", "),
  };
}

function discountText(percent: number): string {
  return percent > 0 ? `${percent}% discount` : `${-percent}% surcharge`;
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
    note: "confirmed only",
  };
}

function commissionItem(invoice: InvoiceDetailView, quote: QuoteDetailView, commission: string): Definition {
  return {
    term: "Commission",
    value: <Money amount={commission} currency={quote.currency} />,
    note: `${trimZeros(quote.commissionPercent)}%${invoice.isCredited ? "" : ", expected"}`,
  };
}

function merchantItem(invoice: InvoiceDetailView, quote: QuoteDetailView, amount: string): Definition {
  return {
    term: invoice.isCredited ? "Credited to you" : "You will receive",
    value: <Money amount={amount} currency={quote.currency} size="large" />,
  };
}
