import { InvoiceStatusBadge } from "@/components/money-in/invoices/status-badge";
import { PeriodStateBadge } from "@/components/money-in/recurrences/recurrence-badges";
import { Card } from "@/components/ui/card";
import { Moment } from "@/components/ui/moment";
import { Money } from "@/components/ui/money";
import { TextLink } from "@/components/ui/text-link";
import { routes } from "@/lib/fronts/paths/routes";
import type { PeriodView, RecurrenceDetailView } from "@/lib/money-in/recurrences/dashboard-schema";

/** Each period with its payment, or why it has none, newest first. */
export function PeriodsCard({ plan }: { plan: RecurrenceDetailView }) {
  return (
    <Card title="Periods">
      {plan.periods.length === 0 ? (
        <p className="text-ink-soft">The first period begins when the payer accepts.</p>
      ) : (
        <ul aria-label="Periods" className="divide-y divide-line">
          {plan.periods.map((period) => (
            <PeriodItem key={period.number} period={period} currency={plan.currency} />
          ))}
        </ul>
      )}
    </Card>
  );
}

function PeriodItem({ period, currency }: { period: PeriodView; currency: string }) {
  const { number, state, amount, startsAt, graceEndsAt, paidAt, failure, retryAt } = period;
  const { invoiceId, invoiceStatus, shown, paid } = period;
  return (
    <li className="flex flex-col gap-1.5 py-3 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <span className="flex flex-wrap items-center gap-x-3">
          <span className="text-ink-quiet">Period {number}</span>
          {invoiceId === null ? (
            <Money amount={amount} currency={currency} />
          ) : (
            <TextLink href={routes.invoice(invoiceId)}>
              <Money amount={amount} currency={currency} />
            </TextLink>
          )}
        </span>
        <PeriodStateBadge state={state} />
      </div>
      <p className="text-label text-ink-quiet">
        Started <Moment at={startsAt} />
        {paidAt && (
          <>
            {" · paid "}
            <Moment at={paidAt} />
          </>
        )}
        {state === "due" && (
          <>
            {" · payable until "}
            <Moment at={graceEndsAt} />
          </>
        )}
      </p>
      {state !== "paid" && shown && invoiceStatus !== "cancel" && (
        <p className="text-small">
          Payment: <InvoiceStatusBadge status={shown} paid={paid} />
        </p>
      )}
      {failure && (
        <p className="text-small text-wrong">
          {failure}
          {retryAt && (
            <>
              {" Next attempt "}
              <Moment at={retryAt} />.
            </>
          )}
        </p>
      )}
    </li>
  );
}
