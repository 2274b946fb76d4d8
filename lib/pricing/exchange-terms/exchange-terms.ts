import type { Decimal } from "@/lib/kernel/money/decimal";

/** What exchanges usually take for a withdrawal, and the least that they send. In the coin. */
export type ExchangeTerms = {
  /** Taken out of what is typed. */
  readonly fee: Decimal;
  readonly minimum: Decimal;
};

/** A coin on a network, as the tables name it. */
export type ServiceKey = { readonly currencyCode: string; readonly networkCode: string };
