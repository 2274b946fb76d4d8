import { receiverFact } from "@/components/delivery/webhooks/receiver-fact";
import { Address } from "@/components/ui/address";
import { Card } from "@/components/ui/card";
import { type Definition, DefinitionList } from "@/components/ui/definition-list";
import { Moment } from "@/components/ui/moment";
import { Money } from "@/components/ui/money";
import { TextLink } from "@/components/ui/text-link";
import { routes } from "@/lib/fronts/paths/routes";
import type { InvoiceDetailView } from "@/lib/money-in/invoices/dashboard-schema";

const PAYMENT_OUTCOMES = {
  exact: "Exact amount",
  over: "Overpaid",
  under: "Underpaid",
  late: "Late",
  manual: "Marked as paid manually",
} as const;

/** All other details given at creation. */
export function FactsCard({ invoice }: { invoice: InvoiceDetailView }) {
  const isTopUp = invoice.walletId !== null;
  const items: (Definition | null)[] = [
    { term: "Invoice ID", value: <Address value={invoice.id} what="invoice ID" /> },
    { term: "Created", value: <Moment at={invoice.createdAt} /> },
    isTopUp ? null : { term: "Expires", value: <Moment at={invoice.expiresAt} /> },
    invoice.finalAt ? { term: "Finalized", value: <Moment at={invoice.finalAt} /> } : null,
    invoice.paymentOutcome && !isTopUp ? { term: "Payment", value: PAYMENT_OUTCOMES[invoice.paymentOutcome] } : null,
    ...(isTopUp ? [] : termsOf(invoice)),
    ...orderOf(invoice.paymentLink),
    ...saleOf(invoice),
    ...billOf(invoice.bill),
    text("Additional data", invoice.additionalData),
    text("Payer's e-mail", invoice.payerEmail),
    receiverFact(invoice.receiver),
    text("Return URL", invoice.urlReturn),
    text("Success URL", invoice.urlSuccess),
  ];
  return (
    <Card title="Details">
      <DefinitionList items={items.filter((item) => item !== null)} />
    </Card>
  );
}

/** A top-up has none: any amount from the minimum of the wallet is accepted. */
function termsOf(invoice: InvoiceDetailView): Definition[] {
  return [
    {
      term: "Multiple payments",
      value: invoice.isPaymentMultiple ? "Allowed" : "Not allowed: the first payment closes the invoice",
    },
    { term: "Accepted underpayment", value: `${invoice.accuracyPercent}%` },
  ];
}

/** What the payer ordered on the page of a payment link. */
function orderOf(link: InvoiceDetailView["paymentLink"]): (Definition | null)[] {
  if (link === null) return [];
  return [
    { term: "Payment link", value: <TextLink href={routes.paymentLink(link.id)}>{link.title}</TextLink> },
    link.quantity === 1 ? null : { term: "Quantity", value: String(link.quantity) },
    text("Payer's note", link.note),
  ];
}

/** The bill of which it pays a part. */
function billOf(bill: InvoiceDetailView["bill"]): Definition[] {
  if (bill === null) return [];
  const name = `${bill.number ?? "Bill"}, ${bill.customerName}`;
  return [{ term: "Bill", value: <TextLink href={routes.bill(bill.id)}>{name}</TextLink> }];
}

function saleOf({ id, sale, currency }: InvoiceDetailView): (Definition | null)[] {
  if (sale === null) return [];
  return [
    { term: "Point of sale", value: <TextLink href={routes.sale(id)}>Sale at a terminal</TextLink> },
    sale.tip === "0" ? null : { term: "Tip", value: <Money amount={sale.tip} currency={currency} /> },
  ];
}

function text(term: string, value: string | null): Definition | null {
  return value === null ? null : { term, value: <span className="break-words">{value}</span> };
}
