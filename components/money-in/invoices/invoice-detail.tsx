"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { DeliveryList } from "@/components/delivery/webhooks/delivery-list";
import { RefundRequestsCard } from "@/components/exceptions/refund-requests/refund-requests-card";
import { InvoiceRefundsCard } from "@/components/exceptions/refunds/invoice-refunds-card";
import { AmlLinksCard } from "@/components/money-in/aml/aml-links-card";
import { AmountsCard } from "@/components/money-in/invoices/amounts-card";
import { CancelInvoiceButton } from "@/components/money-in/invoices/cancel-invoice-button";
import { FactsCard } from "@/components/money-in/invoices/facts-card";
import { InvoiceTimeline } from "@/components/money-in/invoices/invoice-timeline";
import { MarkAsPaidButton } from "@/components/money-in/invoices/mark-as-paid-button";
import { PaymentLinkDialog } from "@/components/money-in/invoices/payment-link-dialog";
import { PaymentsCard } from "@/components/money-in/invoices/payments-card";
import { QuotesCard } from "@/components/money-in/invoices/quotes-card";
import { InvoiceStatusBadge } from "@/components/money-in/invoices/status-badge";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { CodeBlock } from "@/components/ui/code-block";
import { CopyButton } from "@/components/ui/copy-button";
import { PageHeader } from "@/components/ui/page-header";
import { Loaded } from "@/components/ui/query-states";
import { Tabs } from "@/components/ui/tabs";
import { rpc } from "@/lib/fronts/client/rpc";
import { routes } from "@/lib/fronts/paths/routes";
import type { InvoiceDetailView } from "@/lib/money-in/invoices/dashboard-schema";

/** Until it is final an invoice changes without user action. */
const OPEN_REFRESH_MS = 2_500;
/** A final invoice can still change (a late payment, a webhook), but nobody waits for it. */
const FINAL_REFRESH_MS = 15_000;

export type InvoiceDetailProps = {
  readonly id: string;
  readonly mayResend: boolean;
  readonly mayCancel: boolean;
  readonly mayPayOut: boolean;
};

/** One invoice, refreshed often until it is final and less often afterwards. */
export function InvoiceDetail({ id, mayResend, mayCancel, mayPayOut }: InvoiceDetailProps) {
  const query = useQuery(
    rpc.invoices.detail.queryOptions(
      { id },
      { refetchInterval: ({ state: { data } }) => (data?.isFinal ? FINAL_REFRESH_MS : OPEN_REFRESH_MS) },
    ),
  );
  return (
    <Loaded query={query} failure="The invoice could not be loaded">
      {(invoice) => (
        <>
          <Heading invoice={invoice} mayCancel={mayCancel} />
          <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
            <div className="flex min-w-0 flex-col gap-5">
              <AmountsCard invoice={invoice} />
              <PaymentsCard deposits={invoice.deposits} />
              {invoice.amlLinks.length > 0 && <AmlLinksCard links={invoice.amlLinks} />}
              {invoice.isFinal || invoice.status === "refund_process" ? (
                <RefundRequestsCard invoiceId={id} mayPayOut={mayPayOut} />
              ) : null}
              {(invoice.isFinal || invoice.status === "refund_process") && (
                <InvoiceRefundsCard invoiceId={id} mayPayOut={mayPayOut} />
              )}
              <QuotesCard quotes={invoice.quotes} isTopUp={invoice.walletId !== null} />
              <Card>
                <Tabs
                  label="More"
                  tabs={[
                    {
                      id: "webhooks",
                      label: "Webhooks",
                      content: (
                        <DeliveryList filter={{ objectId: invoice.walletId ?? id }} mayResend={mayResend} isEmbedded />
                      ),
                    },
                    {
                      id: "json",
                      label: "JSON",
                      content: (
                        <CodeBlock what="invoice as JSON" code={JSON.stringify(withoutImage(invoice), null, 2)} />
                      ),
                    },
                  ]}
                />
              </Card>
            </div>
            <div className="flex min-w-0 flex-col gap-5">
              <Card title="Timeline">
                <InvoiceTimeline {...invoice} />
              </Card>
              <FactsCard invoice={invoice} />
            </div>
          </div>
        </>
      )}
    </Loaded>
  );
}

/** While a payment is being confirmed, the chain decides. */
const MARKABLE: readonly InvoiceDetailView["status"][] = ["check", "cancel", "wrong_amount"];

function Heading({ invoice, mayCancel }: { invoice: InvoiceDetailView; mayCancel: boolean }) {
  const quote = invoice.quotes.find(({ isCurrent }) => isCurrent);
  const hasWebhook = invoice.receiver !== null;
  return (
    <PageHeader
      back={{ href: routes.invoices(), label: "Invoices" }}
      title={invoice.orderId}
      badge={
        <InvoiceStatusBadge
          status={invoice.shown}
          paid={{ amount: invoice.paidAmount, due: quote?.payerAmount ?? "0" }}
        />
      }
      actions={
        invoice.walletId === null ? (
          <>
            <PayerLinks invoice={invoice} />
            {mayCancel && MARKABLE.includes(invoice.status) && (
              <MarkAsPaidButton id={invoice.id} orderId={invoice.orderId} hasWebhook={hasWebhook} />
            )}
            {mayCancel && invoice.status === "check" && (
              <CancelInvoiceButton id={invoice.id} orderId={invoice.orderId} hasWebhook={hasWebhook} />
            )}
          </>
        ) : (
          <Button asChild size="small">
            <Link href={routes.wallet(invoice.walletId)}>Top-up of a static wallet</Link>
          </Button>
        )
      }
    />
  );
}

function PayerLinks({ invoice }: { invoice: InvoiceDetailView }) {
  return (
    <>
      <Button asChild size="small" variant="primary">
        <a href={routes.paymentPage(invoice.id)} target="_blank" rel="noreferrer">
          Open payment page
        </a>
      </Button>
      <CopyButton text={invoice.paymentUrl} what="payment link" label="Copy payment link" />
      <PaymentLinkDialog url={invoice.paymentUrl} />
    </>
  );
}

/** The image is a few hundred characters of base64 that nobody reads. */
function withoutImage({ wire }: InvoiceDetailView): unknown {
  return { ...wire, address_qr_code: wire.address_qr_code && "data:image/png;base64,…" };
}
