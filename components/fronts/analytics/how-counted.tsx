import type { ReactNode } from "react";
import type { RangeView } from "@/lib/fronts/analytics/schema";

/** Definitions of the page's terms, for comparison with other statistics. */
export function HowCounted({ range }: { range: RangeView }) {
  return (
    <details className="rounded-card border border-line bg-surface px-4 py-3 sm:px-5">
      <summary className="font-medium">How this is counted</summary>
      <dl className="mt-3 grid max-w-4xl gap-x-6 gap-y-3 text-small text-ink-soft sm:grid-cols-[10rem_minmax(0,1fr)]">
        <Meaning label="Days">
          start and end at midnight in {range.zone.replaceAll("_", " ")}, the time zone of this device, daylight saving
          time included. A range that has not ended is compared with the same part of the previous one.
        </Meaning>
        <Meaning label="Received, volume">
          is what was credited for invoices and static wallets, commission included, at the time of the credit. Payments
          reversed by a chain reorganisation are excluded, refunds are not deducted, and deposits credited manually as
          separate cases are not counted.
        </Meaning>
        <Meaning label="Value">
          is in US dollars at the price quoted to the payer. Later price changes do not affect it.
        </Meaning>
        <Meaning label="Commission">is the gateway's share of each credit.</Meaning>
        <Meaning label="Network fees">
          are the fees you paid for payouts and refunds ordered in the range, failed ones excluded. Dollar values are
          approximate.
        </Meaning>
        <Meaning label="Invoices">
          are counted in the range in which they were created, with their current status. Static wallet top-ups are not
          counted as invoices.
        </Meaning>
        <Meaning label="Page opened">
          is the first time a person opened the payment page while it could still be paid. Link previews, search engines
          and members of your team are excluded. Anyone who paid is counted as having opened it.
        </Meaning>
        <Meaning label="Paid, success rate">
          means paid in full, including late payments, invoices marked as paid and payments refunded later. The rate is
          the share of all finished invoices.
        </Meaning>
        <Meaning label="Time to pay">
          is the time from opening the page (or from creating the invoice if nobody opened it) to payment, confirmations
          included.
        </Meaning>
        <Meaning label="Exceptions">
          of an invoice (partly paid, overpaid) are counted with the invoice. Exceptions of a single deposit (late,
          after the invoice was paid, in the wrong coin or on the wrong network, or locked by screening) are counted
          when the deposit arrived.
        </Meaning>
      </dl>
    </details>
  );
}

function Meaning({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="font-medium text-ink">{label}</dt>
      <dd>{children}</dd>
    </>
  );
}
