import type { RefundPreviewState } from "@/components/exceptions/refunds/use-refund-preview";
import { type Definition, DefinitionList } from "@/components/ui/definition-list";
import { Money } from "@/components/ui/money";
import { Notice } from "@/components/ui/notice";
import { PreviewBox } from "@/components/ui/preview-box";
import type { RefundPreview } from "@/lib/exceptions/refunds/dashboard-schema";
import { moneyText } from "@/lib/kernel/money/format";

export type RefundFiguresProps = {
  readonly state: RefundPreviewState;
  /** The source of the money as text: "From your balance", "From held funds". */
  readonly source: string;
  /** Shown while nothing can be calculated. */
  readonly blank: string;
};

/** The amount received, the fee and the paying balance, updated as the dialog is filled in. */
export function RefundFigures({ state, source, blank }: RefundFiguresProps) {
  return (
    <PreviewBox state={state} blank={blank}>
      {(preview) => <Figures preview={preview} source={source} />}
    </PreviewBox>
  );
}

function Figures({ preview, source }: { preview: RefundPreview; source: string }) {
  const { currency } = preview;
  const items: Definition[] = [
    {
      term: "Arrives",
      value: <Money amount={preview.sentAmount} currency={currency} size="large" />,
      note: `on ${preview.networkName}`,
    },
    { term: "Fee", value: <Money amount={preview.commission} currency={currency} /> },
    { term: source, value: <Money amount={preview.debitedAmount} currency={preview.fromCurrency} /> },
  ];
  return <DefinitionList items={items} />;
}

/** Blockers of a refund, and reasons for it to wait. */
export function RefundWarnings({ state }: { state: RefundPreviewState }) {
  if (state.kind !== "known") return null;
  const { missing, lookAlike, approval, fromCurrency } = state.preview;
  return (
    <>
      <ConvertedDeposits preview={state.preview} />
      {missing && (
        <Notice tone="wrong" title="Insufficient balance">
          You need <Money amount={missing} currency={fromCurrency} /> more.
        </Notice>
      )}
      {lookAlike && (
        <Notice tone="waiting" title="Look-alike address">
          You have paid <span className="break-all font-mono">{lookAlike}</span> before; the middle differs. The refund
          waits until someone confirms this exact address.
        </Notice>
      )}
      {approval && (
        <Notice tone="waiting" title="Approval required">
          {approval}.
        </Notice>
      )}
    </>
  );
}

/**
 * An approver must know that the payer sent a different coin than the refund's, and at which price
 * it counts.
 */
function ConvertedDeposits({
  preview: { convertedDeposits: parts, currency, networkName },
}: {
  preview: RefundPreview;
}) {
  if (parts.length === 0) return null;
  return (
    <Notice tone="waiting" title="The payer changed the coin or price between payments">
      <p>
        The refund is sent in {currency} on {networkName}. These payments count at the price shown to the payer then,
        not at today's:
      </p>
      <ul aria-label="Payments at an earlier price" className="mt-1 list-disc pl-5">
        {parts.map(({ id, amount, currency: came, networkName: on, counted }) => (
          <li key={id} className="wrap-anywhere">
            {moneyText(amount, came)} on {on} counts as {moneyText(counted, currency)}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
