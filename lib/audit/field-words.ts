/** Names of fields and their values as a person reads them. Pure. */

/** Where the name itself would not be understood. */
const WORDS: Readonly<Record<string, string>> = {
  approvalAboveUsd: "Second person above, in USD",
  dailyLimitUsd: "Most within 24 hours, in USD",
  refundCeilingUsd: "Payment key refunds elsewhere within 24 hours, in USD",
  refundsNeedPayoutKey: "Refunds need the payout key",
  callsNeedTimedSignature: "API calls must be signed with their time",
  latePolicy: "A payment that comes late",
  lateDriftPercent: "The rate may have moved by, in percent",
  payerMayRefresh: "Payers may ask for a new price",
  refundRequestPolicy: "When a payer asks for money back",
  coins: "Accepted coins",
  min: "Minimum",
  max: "Maximum",
  discount: "Discount, in percent",
  courseSource: "Rate source",
  clientLibrary: "Client library",
  embedOrigins: "Sites that may show the payment page",
  accent: "Colour",
  isForceRefund: "With refund of what comes",
  isOn: "Converted to USDT",
  endsAt: "Works until",
  overlapSeconds: "The one before works on, in seconds",
  networkCode: "Network",
  currencyCode: "Currency",
  creditTo: "Credited to",
  refund: "Refund",
  request: "Request",
};

/** `supportContact` is "Support contact". */
export function fieldWords(name: string): string {
  const known = new Map(Object.entries(WORDS)).get(name);
  if (known !== undefined) return known;
  const spaced = name
    .replace(/^(is|has|are)(?=[A-Z])/, "")
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replaceAll(/[_-]/g, " ")
    .toLowerCase();
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}

/** What a field held: null is nothing, and so is an empty text or list. */
export function valueWords(value: unknown): string | null {
  if (value === null || value === undefined || value === "") return null;
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value)) return value.length === 0 ? null : value.map(String).join(", ");
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
