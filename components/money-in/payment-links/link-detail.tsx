"use client";

import { useQuery } from "@tanstack/react-query";
import { InvoiceStatusBadge } from "@/components/money-in/invoices/status-badge";
import { ChangeLinkDialog } from "@/components/money-in/payment-links/change-link-dialog";
import { LinkStateBadge } from "@/components/money-in/payment-links/link-badge";
import { countText } from "@/components/money-in/payment-links/link-table";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { CodeBlock } from "@/components/ui/code-block";
import { CopyButton } from "@/components/ui/copy-button";
import { type Definition, DefinitionList } from "@/components/ui/definition-list";
import { DialogButton } from "@/components/ui/dialog-button";
import { Moment } from "@/components/ui/moment";
import { Money } from "@/components/ui/money";
import { PageHeader } from "@/components/ui/page-header";
import { Loaded } from "@/components/ui/query-states";
import { TextLink } from "@/components/ui/text-link";
import { rpc } from "@/lib/fronts/client/rpc";
import { routes } from "@/lib/fronts/paths/routes";
import { moneyText } from "@/lib/kernel/money/format";
import type { LinkDetailView } from "@/lib/money-in/payment-links/dashboard-schema";
import type { PayerQuestion } from "@/lib/money-in/payment-links/questions";

const REFRESH_MS = 5_000;

const QUESTIONS: Readonly<Record<PayerQuestion, string>> = {
  no: "Not asked",
  optional: "Optional",
  required: "Required",
};

/** One payment link, live. */
export function LinkDetail({ id, mayChange }: { readonly id: string; readonly mayChange: boolean }) {
  const query = useQuery(rpc.paymentLinks.detail.queryOptions({ id }, { refetchInterval: REFRESH_MS }));
  return (
    <Loaded query={query} failure="The payment link could not be loaded">
      {(link) => (
        <>
          <Heading link={link} mayChange={mayChange} />
          <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
            <div className="flex min-w-0 flex-col gap-5">
              <Orders link={link} />
              <Card title="Button for your website">
                <p className="mb-3 text-small text-ink-soft">
                  Paste this into your page. The payment link opens in a modal if your branding settings list the site,
                  otherwise as a separate page.
                </p>
                <CodeBlock code={link.buttonHtml} what="button" />
              </Card>
            </div>
            <Facts link={link} />
          </div>
        </>
      )}
    </Loaded>
  );
}

function Heading({ link, mayChange }: { link: LinkDetailView; mayChange: boolean }) {
  return (
    <PageHeader
      back={{ href: routes.paymentLinks(), label: "Payment links" }}
      title={link.title}
      badge={<LinkStateBadge state={link.state} />}
      actions={
        <>
          <Button asChild size="small" variant="primary">
            <a href={routes.linkPage(link.name)} target="_blank" rel="noreferrer">
              Open page
            </a>
          </Button>
          <Button asChild size="small">
            <a href={routes.linkPage(link.name, { poster: "1" })} target="_blank" rel="noreferrer">
              QR code to print
            </a>
          </Button>
          <CopyButton text={link.url} what="link" label="Copy link" />
          {mayChange && (
            <DialogButton label="Change…">{(close) => <ChangeLinkDialog link={link} onClose={close} />}</DialogButton>
          )}
        </>
      }
    />
  );
}

function Orders({ link }: { link: LinkDetailView }) {
  return (
    <Card title="Newest orders">
      {link.latest.length === 0 ? (
        <p className="text-small text-ink-soft">No orders yet.</p>
      ) : (
        <>
          <ul className="flex flex-col gap-3">
            {link.latest.map((order) => (
              <li key={order.invoiceId} className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
                <span className="min-w-0">
                  <TextLink href={routes.invoice(order.invoiceId)}>{order.orderId}</TextLink>
                  {order.note && <span className="block wrap-anywhere text-small text-ink-soft">{order.note}</span>}
                  <span className="block text-small text-ink-quiet">
                    <Moment at={order.createdAt} />
                  </span>
                </span>
                <span className="flex items-center gap-3">
                  <InvoiceStatusBadge status={order.shown} />
                  <Money
                    amount={order.amount}
                    currency={link.currency}
                    align="end"
                    note={order.quantity === 1 ? undefined : `${order.quantity} pieces`}
                  />
                </span>
              </li>
            ))}
          </ul>
          <p className="mt-4 text-small">
            <TextLink href={routes.invoices({ q: `${link.name}-` })}>View all invoices of this link</TextLink>
          </p>
        </>
      )}
    </Card>
  );
}

function Facts({ link }: { link: LinkDetailView }) {
  const items: (Definition | null)[] = [
    {
      term: "Amount",
      value:
        link.amount === null ? (
          "Entered by the payer"
        ) : (
          <Money amount={link.amount} currency={link.currency} size="large" />
        ),
      note: boundsOf(link),
    },
    { term: "URL", value: <span className="break-all">{link.url}</span> },
    link.quantityMax > 1 ? { term: "Maximum quantity", value: String(link.quantityMax) } : null,
    { term: "Orders", value: countText(link.orders, link.useLimit), note: "Paid, or still payable" },
    { term: "Pieces", value: countText(link.pieces, link.stock) },
    link.endsAt === null ? null : { term: "Ends", value: <Moment at={link.endsAt} /> },
    { term: "Payer's e-mail", value: QUESTIONS[link.emailQuestion] },
    { term: "Payer's note", value: QUESTIONS[link.noteQuestion] },
    { term: "Created", value: <Moment at={link.createdAt} /> },
    link.urlCallback ? { term: "Webhook URL", value: <span className="break-words">{link.urlCallback}</span> } : null,
  ];
  return (
    <Card title="Details">
      <DefinitionList items={items.filter((item) => item !== null)} />
    </Card>
  );
}

function boundsOf({ amount, amountMin, amountMax, currency }: LinkDetailView): string | undefined {
  if (amount !== null) return undefined;
  const least = amountMin === null ? null : `at least ${moneyText(amountMin, currency)}`;
  const most = amountMax === null ? null : `at most ${moneyText(amountMax, currency)}`;
  return [`In ${currency}`, least, most].filter((text) => text !== null).join(", ");
}
