import { z } from "zod";

const since = z.iso.datetime().nullable();

/** What the operator, or a rest, keeps a merchant from doing now; null: nothing. Safe for the browser. */
export const standingView = z.object({
  /** Since when no new invoice, static wallet or price is made. */
  paymentsBlockedAt: since,
  /** Since when nothing leaves. */
  payoutsBlockedAt: since,
  /** An owner of the merchant is suspended, which lets nothing leave either; `since` is null where it was not written down. */
  ownerSuspension: z.object({ since }).nullable(),
  /** Until when, at the latest, nothing leaves because a password, the payout key or a limit has changed. */
  restsUntil: since,
});
export type StandingView = z.output<typeof standingView>;
