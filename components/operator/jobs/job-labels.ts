/** Descriptions of the kinds of jobs; a kind without one is shown by its name. */
const JOB_LABELS: Readonly<Record<string, string | undefined>> = {
  "settle-deposits": "Credits deposits",
  "refresh-rates": "Refreshes prices",
  "send-mail": "Sends e-mail",
  "send-test-webhook": "Sends test webhooks",
  "send-prepared-test": "Sends previewed test webhooks",
  "send-reset-link": "Sends password reset links",
  "notify-people": "Sends notifications",
  "order-payout-batch": "Creates the payouts of a batch",
  "cancel-payout-batch": "Cancels the remaining rows of a batch",
  "order-requested-refund": "Sends requested refunds",
  "sweep-now": "Sweeps deposits now",
  "end-dead-send": "Checks whether a transaction can still confirm",
};

export function jobLabel(kind: string): string | null {
  return JOB_LABELS[kind] ?? null;
}
