/**
 * Names of payment links, which are part of their public address. Only ASCII letters, digits and
 * single dashes, so that no name can look like another one through a foreign letter. Safe to import
 * in the browser.
 */

export const LINK_NAME = { min: 3, max: 40 } as const;

const PATTERN = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** Words by which a link could pass for a page of the gateway itself. */
const RESERVED: ReadonlySet<string> = new Set([
  "account",
  "admin",
  "administrator",
  "api",
  "billing",
  "chaintill",
  "checkout",
  "dashboard",
  "help",
  "invoice",
  "invoices",
  "login",
  "new",
  "official",
  "operator",
  "pay",
  "payment",
  "payments",
  "payout",
  "recovery",
  "refund",
  "refunds",
  "root",
  "security",
  "settings",
  "setup",
  "sign-in",
  "signin",
  "staff",
  "status",
  "support",
  "system",
  "verification",
  "verify",
  "wallet",
  "wallets",
]);

/** Returns why a name cannot be used, as a text for the merchant; null if it can. */
export function linkNameProblem(name: string): string | null {
  if (name.length < LINK_NAME.min || name.length > LINK_NAME.max)
    return `Use ${LINK_NAME.min} to ${LINK_NAME.max} characters.`;
  if (!PATTERN.test(name)) return "Use lower-case letters a to z, digits and single dashes.";
  return RESERVED.has(name) ? "This name is reserved. Choose another one." : null;
}

/** Returns the name in an address as it is stored, in lower case; null if none can be so. */
export function readLinkName(text: string): string | null {
  const name = text.toLowerCase();
  return linkNameProblem(name) === null ? name : null;
}
