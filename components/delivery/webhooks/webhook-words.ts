/** What webhooks are about, in words. */
export const KIND_WORDS: Readonly<Record<string, string>> = {
  invoice: "Invoice",
  payment: "Invoice",
  wallet: "Static wallet",
  payout: "Payout",
  recurrence: "Recurring",
};

/** What to do about a call that had no response, by how its reason begins. */
const HINTS: readonly (readonly [reason: string, hint: string])[] = [
  ["The host name has no address", "Check the spelling of the host, and its DNS records."],
  [
    "The address of the host is not public",
    "Only addresses of the public internet are called, so that nobody reaches inside a network by us.",
  ],
  ["The connection was refused", "Nothing listens at that port, or a firewall stands in between."],
  [
    "The TLS certificate",
    "The certificate has expired, is for another host, or is signed by nobody known. Mend it: webhooks are not sent unverified.",
  ],
  ["No answer within", "Respond within ten seconds, and process the event afterwards."],
  ["The connection broke", "The server closed the connection before it had answered."],
  ["The answer is no valid HTTP", "The server at this address is not a web server."],
  ["The URL cannot be called", "Use http or https, a public host, and one of the usual ports."],
  ["There is no", "Make the key under Developers."],
];

/** What may help against this reason; null where nothing more is known. */
export function hintOf(reason: string): string | null {
  return HINTS.find(([beginning]) => reason.startsWith(beginning))?.[1] ?? null;
}

/** What an answer of this status means for a webhook. */
export function statusHint(status: number): string | null {
  if (status >= 200 && status < 300) return null;
  if (status >= 300 && status < 400) return "Redirects are not followed: give the address that it leads to.";
  if (status === 401 || status === 403) return "The server asks for a sign-in, or a firewall refused us.";
  if (status === 404 || status === 405) return "Nothing takes POST requests at this address.";
  return status >= 500
    ? "The server failed while it worked on it: its own log says why."
    : "Only a 2xx counts as delivered.";
}
