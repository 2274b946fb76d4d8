/**
 * How many days after the end of an invoice anything still happens by itself: a late payment is credited by the policy, the payer renews.
 * What comes later is a person's to decide, whatever the rate: the order is long forgotten by then.
 */
export const LATE_DAYS_MAX = 7;
