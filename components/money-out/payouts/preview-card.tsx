import type { ReactNode } from "react";
import { Card } from "@/components/ui/card";
import { classNames } from "@/components/ui/class-names";
import { type Definition, DefinitionList } from "@/components/ui/definition-list";
import { Money } from "@/components/ui/money";
import { Notice } from "@/components/ui/notice";
import type { PreviewState } from "@/components/ui/preview-state";
import { rateDigits, rateText } from "@/components/ui/short-rate";
import { Skeleton } from "@/components/ui/skeleton";
import { moneyText } from "@/lib/kernel/money/format";
import type { PayoutPreview } from "@/lib/money-out/payouts/dashboard-form-schema";

type PayoutPreviewState = PreviewState<PayoutPreview>;

export type PreviewCardProps = { readonly state: PayoutPreviewState; readonly children: ReactNode };

/** The effect of the payout while the form is filled in. */
export function PreviewCard({ state, children }: PreviewCardProps) {
  return (
    <Card title="Summary">
      <div className="flex flex-col gap-4">
        <div aria-live="polite" className="flex flex-col gap-4">
          <PreviewBody state={state} />
        </div>
        {children}
      </div>
    </Card>
  );
}

function PreviewBody({ state }: { state: PayoutPreviewState }) {
  switch (state.kind) {
    case "blank":
      return (
        <p className="text-ink-soft">Enter an amount and a network to see the amount that arrives and the cost.</p>
      );
    case "asking":
      return (
        <div role="status" aria-label="Calculating" className="flex flex-col gap-3">
          <Skeleton className="h-7 w-2/3" />
          <Skeleton className="h-5 w-1/2" />
          <Skeleton className="h-7 w-2/3" />
        </div>
      );
    case "refused":
      return (
        <Notice tone="waiting" title="This payout would be refused">
          <Refusals state={state} />
        </Notice>
      );
    case "unknown":
      return (
        <Notice tone="waiting" title="The payout can't be calculated right now">
          {state.message}
        </Notice>
      );
    case "known":
      return (
        <>
          <div aria-busy={state.isOld || undefined} className={classNames(state.isOld && "opacity-50")}>
            <PreviewFigures preview={state.preview} />
          </div>
          <p className="text-label text-ink-quiet">{holdsText(state)}</p>
          <PreviewWarnings preview={state.preview} />
        </>
      );
  }
}

/** Shows all of them, so that fixing the first does not reveal a second. */
function Refusals({ state }: { state: Extract<PayoutPreviewState, { kind: "refused" }> }) {
  const said = Object.values(state.fields);
  if (said.length < 2) return said[0] ?? state.message;
  return (
    <ul className="list-disc pl-4">
      {said.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  );
}

/** Returns how long the quote is valid. */
function holdsText({ preview, isOld }: Extract<PayoutPreviewState, { kind: "known" }>): string {
  if (isOld) return "This quote has expired. A new one is loading.";
  const isMoving = preview.conversion !== null || preview.fiatRate !== null;
  return isMoving
    ? "Fee quote valid for 60 s. The exchange rate is set when you submit."
    : "Fee quote valid for 60 s; refreshed automatically.";
}

/** Amount received, fees, and amount taken from the balance. */
export function PreviewFigures({ preview }: { preview: PayoutPreview }) {
  const { currency, fromCurrency, conversion, fiatRate } = preview;
  const items: (Definition | null)[] = [
    {
      term: "Arrives",
      value: <Money amount={preview.sentAmount} currency={currency} size="large" mayBreak />,
      note: `on ${preview.networkName}`,
    },
    fiatRate && { term: "Rate", value: fiatRateText(fiatRate), note: "the amount becomes the coin's, rounded down" },
    { term: "Fee", value: <Money amount={preview.commission} currency={currency} /> },
    conversion && {
      term: "Conversion",
      value: <span className="tabular-nums">{rateText(fromCurrency, conversion.rate, currency)}</span>,
      note: `${conversion.rateSource}, less ${moneyText(conversion.fee, currency)}`,
    },
    {
      term: "From your balance",
      value: <Money amount={preview.debitedAmount} currency={fromCurrency} size="large" mayBreak />,
      note: `of ${moneyText(preview.spendable, fromCurrency)}`,
    },
  ];
  return <DefinitionList items={items.filter((item) => item !== null)} />;
}

function fiatRateText({ rate, rateSource }: { rate: string; rateSource: string }) {
  return (
    <span className="tabular-nums">
      {rateDigits(rate)} <span className="text-small text-ink-quiet">{rateSource}</span>
    </span>
  );
}

/** Blockers of the payout, and reasons for it to wait. */
export function PreviewWarnings({ preview }: { preview: PayoutPreview }) {
  const { missing, lookAlike, approval, fromCurrency } = preview;
  return (
    <>
      {missing && (
        <Notice tone="wrong" title="Insufficient balance">
          <Money amount={missing} currency={fromCurrency} /> is missing. Enter a smaller amount or pay from another
          balance.
        </Notice>
      )}
      {lookAlike && (
        <Notice tone="waiting" title="Look-alike address">
          You have paid <span className="break-all font-mono">{lookAlike}</span> before. The start and end are the same,
          but the middle differs. If you submit it, it waits until someone confirms the address.
        </Notice>
      )}
      {approval && (
        <Notice tone="waiting" title="Approval required">
          {approval}. Until it is approved, the money is reserved.
        </Notice>
      )}
    </>
  );
}
