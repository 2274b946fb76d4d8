import type { Decimal } from "decimal.js";

type Sent = {
  network: string;
  purpose: string;
  currency: string;
  amount: string;
  /** Where it went. */
  address: string;
  /** The deposit address that sent it; null: the hot wallet. */
  from: string | null;
  isFromHot: boolean;
  isFeeFromDeposits: boolean;
  fee: string;
  native: string;
};

export function explainCustody(
  lines: readonly string[],
  sent: readonly Sent[],
): { places: { place: string; difference: string }[]; unexplained: string[] };

export function gasLeftBy(sent: readonly Sent[]): Map<string, Decimal>;
