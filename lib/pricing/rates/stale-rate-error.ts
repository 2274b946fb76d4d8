import { AppError } from "@/lib/kernel/errors";

/** There is no price that may be quoted: none is known, the last one is too old, or one waits for a second look. */
export class StaleRateError extends AppError {
  /** Some source priced the currency before: a while later it may again. */
  readonly isKnown: boolean;

  constructor(currency: string, isKnown: boolean, details: Readonly<Record<string, unknown>> = {}) {
    super("unavailable", `No current exchange rate for ${currency}`, { details: { currency, ...details } });
    this.isKnown = isKnown;
  }
}
