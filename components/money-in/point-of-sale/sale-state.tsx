import { CircleCheck } from "lucide-react";
import { STATUS_BADGES } from "@/components/money-in/invoices/status-badge";
import { Money } from "@/components/ui/money";
import { moneyText } from "@/lib/kernel/money/format";
import type { ShownStatus } from "@/lib/money-in/invoices/status";
import type { SaleView } from "@/lib/money-in/point-of-sale/dashboard-schema";

const TITLES: Readonly<Partial<Record<ShownStatus, string>>> = {
  check: "Waiting for the payment",
  process: "Payment seen, being confirmed",
  partly_paid: "Something is missing",
  paid: "Paid",
  paid_over: "Paid",
  wrong_amount: "Underpaid",
  cancel: "Expired, not paid",
  cancelled: "Cancelled",
  locked: "Held for a check by the operator",
};

const TONES: Readonly<Partial<Record<ShownStatus, string>>> = {
  process: "text-moving",
  partly_paid: "text-waiting",
  paid: "text-good",
  paid_over: "text-good",
  wrong_amount: "text-wrong",
};

const INKS = { isDone: "text-[2.5rem] leading-tight", isOpen: "text-page" } as const;

/** The state of a sale, to be read across a counter, and announced when it changes. */
export function SaleState({ sale }: { sale: SaleView }) {
  const { shown, amount, currency } = sale;
  const isPaid = shown === "paid" || shown === "paid_over";
  return (
    <>
      <div role="status" className={TONES[shown] ?? "text-ink"}>
        {isPaid && <CircleCheck aria-hidden className="mx-auto size-20" />}
        <p className={`font-semibold tracking-tight ${isPaid ? INKS.isDone : INKS.isOpen}`}>
          {TITLES[shown] ?? STATUS_BADGES[shown].label}
        </p>
        <p className="mt-1 text-body text-ink-soft">{noteOf(sale)}</p>
      </div>
      <Money amount={amount} currency={currency} size="hero" mayBreak />
    </>
  );
}

function noteOf({ shown, due }: SaleView): string | null {
  const missing = due && `${moneyText(due.missing, due.currency)} on ${due.networkName}`;
  switch (shown) {
    case "check":
      return due && `The customer chose ${moneyText(due.amount, due.currency)} on ${due.networkName}.`;
    case "process":
      return "It becomes paid when the network has confirmed it.";
    case "partly_paid":
      return missing && `Missing: ${missing}.`;
    case "paid_over":
      return "The customer paid more than was asked for.";
    case "wrong_amount":
      return missing && `Missing: ${missing}. The invoice is closed.`;
    default:
      return null;
  }
}
