"use client";

import { useQuery } from "@tanstack/react-query";
import { DeliveryList } from "@/components/delivery/webhooks/delivery-list";
import { receiverFact } from "@/components/delivery/webhooks/receiver-fact";
import { CancelRecurrenceButton } from "@/components/money-in/recurrences/cancel-recurrence-button";
import { PeriodsCard } from "@/components/money-in/recurrences/periods-card";
import { RecurrenceStatusBadge } from "@/components/money-in/recurrences/recurrence-badges";
import { END_LABELS, INTERVAL_LABELS } from "@/components/money-in/recurrences/recurrence-labels";
import { Address } from "@/components/ui/address";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { CopyButton } from "@/components/ui/copy-button";
import { type Definition, DefinitionList } from "@/components/ui/definition-list";
import { Moment } from "@/components/ui/moment";
import { Money } from "@/components/ui/money";
import { Notice } from "@/components/ui/notice";
import { PageHeader } from "@/components/ui/page-header";
import { Loaded } from "@/components/ui/query-states";
import { rpc } from "@/lib/fronts/client/rpc";
import { routes } from "@/lib/fronts/paths/routes";
import { moneyText } from "@/lib/kernel/money/format";
import type { RecurrenceDetailView } from "@/lib/money-in/recurrences/dashboard-schema";
import { isEnded } from "@/lib/money-in/recurrences/status";

const REFRESH_MS = 5_000;

export type RecurrenceDetailProps = { readonly id: string; readonly mayChange: boolean; readonly mayResend: boolean };

/** One plan of recurring payments, live. */
export function RecurrenceDetail({ id, mayChange, mayResend }: RecurrenceDetailProps) {
  const query = useQuery(rpc.recurrences.detail.queryOptions({ id }, { refetchInterval: REFRESH_MS }));
  return (
    <Loaded query={query} failure="The recurring payment could not be loaded">
      {(plan) => (
        <>
          <Heading plan={plan} mayChange={mayChange} />
          <StatusNotice plan={plan} />
          <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
            <div className="flex min-w-0 flex-col gap-5">
              <PeriodsCard plan={plan} />
              <Card title="Webhooks" isPadded={false}>
                <DeliveryList filter={{ objectId: id }} mayResend={mayResend} isEmbedded />
              </Card>
            </div>
            <div className="flex min-w-0 flex-col gap-5">
              <Facts plan={plan} />
            </div>
          </div>
        </>
      )}
    </Loaded>
  );
}

function Heading({ plan, mayChange }: { plan: RecurrenceDetailView; mayChange: boolean }) {
  return (
    <PageHeader
      back={{ href: routes.recurrences(), label: "Recurring payments" }}
      title={plan.name}
      badge={<RecurrenceStatusBadge status={plan.status} />}
      actions={
        <>
          <Button asChild size="small" variant="primary">
            <a href={routes.recurrencePage(plan.id)} target="_blank" rel="noreferrer">
              Open payer page
            </a>
          </Button>
          <CopyButton text={plan.pageUrl} what="page link" label="Copy page link" />
          {mayChange && !isEnded(plan.status) && (
            <CancelRecurrenceButton id={plan.id} name={plan.name} hasWebhook={plan.receiver !== null} />
          )}
        </>
      }
    />
  );
}

function StatusNotice({ plan }: { plan: RecurrenceDetailView }) {
  if (plan.status === "active") return null;
  return (
    <div className="mb-5">
      {plan.endedBy === null ? (
        <Notice tone="waiting" title="Not accepted yet">
          Send the page link to your customer. The plan starts when they accept it by e-mail.
        </Notice>
      ) : (
        <Notice tone="waiting" title="Ended">
          {END_LABELS[plan.endedBy]} No further payments are requested.
        </Notice>
      )}
    </div>
  );
}

function Facts({ plan }: { plan: RecurrenceDetailView }) {
  const { currency } = plan;
  const items: (Definition | null)[] = [
    {
      term: "Amount",
      value: <Money amount={plan.amount} currency={currency} size="large" />,
      note: `${INTERVAL_LABELS[plan.interval]}, about ${moneyText(plan.payerAmountUsd, "USD")} at creation`,
    },
    { term: "Paid with", value: plan.toCurrency ?? "the payer chooses" },
    discountOf(plan),
    plan.payerEmail || plan.acceptedAt
      ? { term: "Payer", value: <span className="break-words">{plan.payerEmail ?? "E-mail address deleted"}</span> }
      : null,
    momentOf("Next payment", plan.nextPeriodAt),
    momentOf("Last paid", plan.lastPaidAt),
    plan.orderId ? { term: "Order ID", value: <span className="break-all">{plan.orderId}</span> } : null,
    { term: "Plan ID", value: <Address value={plan.id} what="plan ID" /> },
    momentOf("Created", plan.createdAt),
    momentOf("Accepted", plan.acceptedAt),
    momentOf("Ended", plan.endedAt),
    receiverFact(plan.receiver),
    plan.additionalData
      ? { term: "Additional data", value: <span className="wrap-anywhere">{plan.additionalData}</span> }
      : null,
  ];
  return (
    <Card title="Details">
      <DefinitionList items={items.filter((item) => item !== null)} />
    </Card>
  );
}

function discountOf({ discountAmount, discountDays, discountEndsAt, currency }: RecurrenceDetailView) {
  if (discountAmount === null) return null;
  const value = <Money amount={discountAmount} currency={currency} />;
  const note = discountEndsAt ? (
    <>
      off periods that begin before <Moment at={discountEndsAt} />
    </>
  ) : (
    `off periods that begin in the first ${discountDays} days`
  );
  return { term: "Discount", value, note };
}

function momentOf(term: string, at: string | null): Definition | null {
  return at === null ? null : { term, value: <Moment at={at} /> };
}
