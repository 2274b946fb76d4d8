import { Money, type MoneyProps } from "@/components/ui/money";

export type NetworkFeeProps = {
  /**
   * The cost of the transaction as text; negative if closing an account returned more than the fee.
   */
  readonly amount: string;
  readonly currency: string;
  readonly align?: "start" | "end";
  /** Number of sends that share it. */
  readonly carried?: number;
};

/**
 * Converts a fee to an amount. A gain is shown without its minus, and labelled: nobody expects a
 * minus sign before a fee.
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
