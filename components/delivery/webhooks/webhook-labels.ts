/** Labels of the objects that webhooks are about. */
export const KIND_LABELS: Readonly<Record<string, string>> = {
  invoice: "Invoice",
  payment: "Invoice",
  wallet: "Static wallet",
  payout: "Payout",
  recurrence: "Recurring",
};

/** What to do about a request without a response, by the start of its reason. */
const HINTS: readonly (readonly [reason: string, hint: string])[] = [
  ["The host name has no address", "Check the spelling of the host and its DNS records."],
  [
    "The address of the host is not public",
    "Only public internet addresses are called, so the gateway can't be used to reach private networks.",
  ],
  ["The connection was refused", "Nothing is listening on that port, or a firewall blocks the connection."],
  [
    "The TLS certificate",
    "The certificate has expired, is for another host, or is not trusted. Replace it: webhooks are only sent over verified TLS.",
  ],
  ["No response within", "Respond within ten seconds and process the event afterwards."],
  ["The connection was closed", "The server closed the connection before it responded."],
  ["The response is not valid HTTP", "The server at this address is not a web server."],
  ["The URL cannot be called", "Use http or https, a public host, and port 80, 443 or one above 1023."],
  ["There is no", "Create the key under Developers."],
];

/** Returns a hint for this reason; null if there is none. */
export function hintOf(reason: string): string | null {
  return HINTS.find(([beginning]) => reason.startsWith(beginning))?.[1] ?? null;
}

/** Returns what this response status means for a webhook. */
export function statusHint(status: number): string | null {
  if (status >= 200 && status < 300) return null;
  if (status >= 300 && status < 400) return "Redirects are not followed. Use the final URL.";
  if (status === 401 || status === 403) return "The server requires authentication, or a firewall blocked the request.";
  if (status === 404 || status === 405) return "The server does not accept POST requests at this URL.";
  return status >= 500
    ? "The server failed to process the request. Check its log."
    : "Only a 2xx status counts as delivered.";
}
