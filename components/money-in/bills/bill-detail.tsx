"use client";

import { useQuery } from "@tanstack/react-query";
import { BillActions } from "@/components/money-in/bills/bill-actions";
import { BillStateBadge, dayText } from "@/components/money-in/bills/bill-badge";
import { timelineOf } from "@/components/money-in/bills/bill-timeline";
import { reminderText } from "@/components/money-in/bills/reminder-text";
import { InvoiceStatusBadge } from "@/components/money-in/invoices/status-badge";
import { Card } from "@/components/ui/card";
import { type Definition, DefinitionList } from "@/components/ui/definition-list";
import { Money } from "@/components/ui/money";
import { Notice } from "@/components/ui/notice";
import { PageHeader } from "@/components/ui/page-header";
import { Loaded } from "@/components/ui/query-states";
import { TextLink } from "@/components/ui/text-link";
import { Timeline } from "@/components/ui/timeline";
import { rpc } from "@/lib/fronts/client/rpc";
import { routes } from "@/lib/fronts/paths/routes";
import { moneyText } from "@/lib/kernel/money/format";
import type { BillDetailView } from "@/lib/money-in/bills/dashboard-schema";

const REFRESH_MS = 5_000;

/** One bill, live. */
export function BillDetail({ id, mayChange }: { readonly id: string; readonly mayChange: boolean }) {
  const query = useQuery(rpc.bills.detail.queryOptions({ id }, { refetchInterval: REFRESH_MS }));
  return (
    <Loaded query={query} failure="The bill could not be loaded">
      {(bill) => (
        <>
          <PageHeader
            back={{ href: routes.bills(), label: "Bills" }}
            title={
              <span className="flex flex-wrap items-center gap-3">
                <span className="wrap-anywhere">{bill.number ?? `Draft for ${bill.customerName}`}</span>
                <span className="sr-only">, </span>
                <BillStateBadge state={bill.state} />
              </span>
            }
            actions={<BillActions bill={bill} mayChange={mayChange} />}
          />
          {!bill.isMailed && (
            <div className="mb-5">
              <Notice tone="waiting">This gateway sends no mail. Copy the link and send it yourself.</Notice>
            </div>
          )}
          <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
            <div className="flex min-w-0 flex-col gap-5">
              <Items bill={bill} />
              <Payments bill={bill} />
            </div>
            <div className="flex min-w-0 flex-col gap-5">
              <Facts bill={bill} />
              <Card title="History">
                <Timeline entries={timelineOf(bill)} />
              </Card>
            </div>
          </div>
        </>
      )}
    </Loaded>
  );
}

function Items({ bill }: { bill: BillDetailView }) {
  const { currency } = bill;
  const sums = [
    ...(bill.taxes.length === 0 ? [] : [{ name: "Subtotal", amount: bill.subtotal }]),
    ...bill.taxes.map(({ name, percent, amount }) => ({ name: `${name} (${percent} %)`, amount })),
    { name: "Total", amount: bill.total },
  ];
  return (
    <Card title="Items">
      <ul className="flex flex-col divide-y divide-line">
        {bill.lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines may be equal and never change their order
          <li key={index} className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 py-2 first:pt-0">
            <span className="min-w-0">
              <span className="block wrap-anywhere">{line.text}</span>
              <span className="block text-small text-ink-quiet">
                {line.quantity} × <Money amount={line.price} currency={currency} />
              </span>
            </span>
            <Money amount={line.amount} currency={currency} align="end" />
          </li>
        ))}
      </ul>
      <dl className="mt-2 flex flex-col gap-1.5 border-line border-t pt-3">
        {sums.map(({ name, amount }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: taxes may be equal and never change their order
          <div key={index} className="flex justify-between gap-4 last:font-semibold">
            <dt className="min-w-0 wrap-anywhere">{name}</dt>
            <dd>
              <Money amount={amount} currency={currency} align="end" />
            </dd>
          </div>
        ))}
      </dl>
      {bill.note !== "" && <p className="mt-4 whitespace-pre-line wrap-anywhere text-small">{bill.note}</p>}
    </Card>
  );
}

function Payments({ bill }: { bill: BillDetailView }) {
  if (bill.state === "draft") return null;
  return (
    <Card title="Payments">
      {bill.payments.length === 0 ? (
        <p className="text-small text-ink-soft">The customer has not begun a payment yet.</p>
      ) : (
        <ul className="flex flex-col gap-3">
          {bill.payments.map((payment) => (
            <li key={payment.invoiceId} className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
              <TextLink href={routes.invoice(payment.invoiceId)}>{payment.orderId}</TextLink>
              <span className="flex items-center gap-3">
                <InvoiceStatusBadge status={payment.shown} />
                <Money
                  amount={payment.covers}
                  currency={bill.currency}
                  align="end"
                  note={`of ${moneyText(payment.amount, bill.currency)}`}
                />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function Facts({ bill }: { bill: BillDetailView }) {
  const { currency } = bill;
  const items: (Definition | null)[] = [
    { term: "Still to pay", value: <Money amount={bill.due} currency={currency} size="large" /> },
    bill.state === "draft" ? null : { term: "Paid", value: <Money amount={bill.paid} currency={currency} /> },
    { term: "Customer", value: <span className="wrap-anywhere">{bill.customerName}</span>, note: bill.customerEmail },
    bill.customerAddress === ""
      ? null
      : { term: "Address", value: <span className="whitespace-pre-line wrap-anywhere">{bill.customerAddress}</span> },
    { term: "Date", value: dayText(bill.issueDate) },
    { term: "Due on", value: dayText(bill.dueDate) },
    { term: "Reminders", value: remindersText(bill.reminderDays) },
    { term: "Language", value: bill.language },
    bill.url === null ? null : { term: "Page", value: <span className="break-all">{bill.url}</span> },
  ];
  return (
    <Card title="Details">
      <DefinitionList items={items.filter((item) => item !== null)} />
    </Card>
  );
}

function remindersText(days: readonly number[]): string {
  return days.length === 0 ? "None" : days.map(reminderText).join(", ");
}
