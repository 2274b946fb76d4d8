/** What each kind of job does, for people; one that is not here is shown by its name. */
const JOB_WORDS: Readonly<Record<string, string | undefined>> = {
  "settle-deposits": "Credits what came in",
  "refresh-rates": "Asks the sources of prices",
  "deliver-webhook": "Tells shops of their payments",
  "requeue-stranded-deliveries": "Looks for webhooks that lost their turn",
  "send-mail": "Sends mails",
  "send-test-webhook": "Sends test webhooks",
  "send-prepared-test": "Sends test webhooks that were looked at before",
  "send-reset-link": "Sends links for a new password",
  "notify-people": "Tells people what happened",
  "order-payout-batch": "Orders the payouts of a file",
  "cancel-payout-batch": "Cancels what is left of a file of payouts",
  "order-requested-refund": "Refunds what payers asked for",
  "sweep-now": "Gathers deposits at once",
  "end-dead-send": "Asks nodes whether a transaction is dead",
};

export function jobWords(kind: string): string | null {
  return JOB_WORDS[kind] ?? null;
}
