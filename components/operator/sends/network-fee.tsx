import { Money } from "@/components/ui/money";

export type NetworkFeeProps = {
  /** What the transaction took from us, as text; below zero where closing an account gave back more than the fee. */
  readonly amount: string;
  readonly currency: string;
  readonly align?: "start" | "end";
  /** How many sends share it. */
  readonly carried?: number;
};

/** A fee, or in words what came back in place of one: nobody looks for a minus before a fee. */
export function NetworkFee({ amount, currency, align = "start", carried = 1 }: NetworkFeeProps) {
  const isGain = amount.startsWith("-");
  return (
    <span className={align === "end" ? "flex flex-col items-end" : "inline-flex flex-col"}>
      <Money amount={isGain ? amount.slice(1) : amount} currency={currency} align={align} />
      {isGain && <span className="text-label text-ink-quiet">came back</span>}
      {carried > 1 && <span className="text-label text-ink-quiet">for {carried} sends</span>}
    </span>
  );
}
