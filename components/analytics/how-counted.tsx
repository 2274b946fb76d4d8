import type { ReactNode } from "react";
import type { RangeView } from "@/lib/fronts/analytics/schema";

/** What each word on the page means, for whoever compares it with figures of their own. */
export function HowCounted({ range }: { range: RangeView }) {
  return (
    <details className="rounded-card border border-line bg-surface px-4 py-3 sm:px-5">
      <summary className="font-medium">How this is counted</summary>
      <dl className="mt-3 grid max-w-4xl gap-x-6 gap-y-3 text-small text-ink-soft sm:grid-cols-[10rem_minmax(0,1fr)]">
        <Meaning word="Days">
          begin and end at midnight in {range.zone.replaceAll("_", " ")}, the time zone of this device, also where the
          clocks are changed.
        </Meaning>
        <Meaning word="Received, volume">
          is what was credited for invoices and static wallets, commission included, at the moment of the credit. A
          payment that its chain took back is not in it; refunds do not make it less; deposits that somebody credited by
          hand as cases of their own are left out.
        </Meaning>
        <Meaning word="Worth">
          is in US dollars at the price that the payer was quoted, and stays so whatever prices do later.
        </Meaning>
        <Meaning word="Commission">is the gateway&apos;s part of each credit.</Meaning>
        <Meaning word="Network fees">
          are what payouts and refunds cost you, ordered in the range and not failed. In dollars they are close, not
          exact.
        </Meaning>
        <Meaning word="Invoices">
          count in the range in which they were made, with what has become of them until now. Top-ups of static wallets
          are none.
        </Meaning>
        <Meaning word="Page opened">
          is a person&apos;s first look at the payment page while it could be paid. Link previews, search engines and
          your own people are left out. Whoever has paid counts as having opened it.
        </Meaning>
        <Meaning word="Paid, success rate">
          is paid in full, also late, by hand, or refunded afterwards; the rate is that part of all that have ended.
        </Meaning>
        <Meaning word="Time to pay">
          is from opening the page (or from making the invoice, where nobody opened it) to being paid, confirmations
          included.
        </Meaning>
        <Meaning word="Exceptions">
          of an invoice (partly paid, overpaid) count with the invoice. Those of a single deposit count when it came:
          late, after the invoice was paid, in a coin or on a network that was not asked for, or locked by screening.
        </Meaning>
      </dl>
    </details>
  );
}

function Meaning({ word, children }: { word: string; children: ReactNode }) {
  return (
    <>
      <dt className="font-medium text-ink">{word}</dt>
      <dd>{children}</dd>
    </>
  );
}
