import { Money, type MoneyProps } from "@/components/ui/money";

export type NetworkFeeProps = {
  /**
   * What the transaction cost, as text; below zero where closing an account returned more than the
   * fee.
   */
  readonly amount: string;
  readonly currency: string;
  readonly align?: "start" | "end";
  /** How many sends share it. */
  readonly carried?: number;
};

/**
 * A fee as an amount. A gain is shown without its minus, and named: nobody looks for a minus before
 * a fee.
 */
export function feeMoney({ amount, currency, align = "start", carried = 1 }: NetworkFeeProps): MoneyProps {
  const isGain = amount.startsWith("-");
  const notes = [...(isGain ? ["returned"] : []), ...(carried > 1 ? [`shared by ${carried} sends`] : [])];
  const note = notes.length > 0 && notes.join(", ");
  return { amount: isGain ? amount.slice(1) : amount, currency, align, note };
}

export function NetworkFee(props: NetworkFeeProps) {
  return <Money {...feeMoney(props)} />;
}
