/**
 * Names of payment links, which are part of their public address. Only ASCII letters, digits and
 * single dashes, so that no name can look like another one through a foreign letter. Safe to import
 * in the browser.
 */

export const LINK_NAME = { min: 3, max: 40 } as const;

const PATTERN = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** Words by which a link could pass for a page of the gateway itself. */
const RESERVED = [
  "account",
  "admin",
  "administrator",
  "api",
  "billing",
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
] as const;

const LOOKS_RESERVED: ReadonlySet<string> = new Set(RESERVED.map(lookOf));

/** The software's name: reserved in every part of a name. */
const OWN_NAME = "chaintill";

/** Returns why a new link cannot have a name, as a text for the merchant; null if it can. */
export function linkNameProblem(name: string): string | null {
  if (name.length < LINK_NAME.min || name.length > LINK_NAME.max)
    return `Use ${LINK_NAME.min} to ${LINK_NAME.max} characters.`;
  if (!PATTERN.test(name)) return "Use lower-case letters a to z, digits and single dashes.";
  const look = lookOf(name);
  const isReserved = LOOKS_RESERVED.has(look) || look.includes(lookOf(OWN_NAME));
  return isReserved ? "This name is reserved. Choose another one." : null;
}

/**
 * Returns the name in an address as it is stored, in lower case; null if none can be so. A word
 * that was reserved later stays the address of the link which has it.
 */
export function readLinkName(text: string): string | null {
  const name = text.toLowerCase();
  return name.length <= LINK_NAME.max && PATTERN.test(name) ? name : null;
}

/** Returns the same text for names that are hard to tell apart: `sign-in`, `s1gn1n`. */
function lookOf(name: string): string {
  return name.replaceAll("-", "").replaceAll("0", "o").replaceAll(/[1l]/g, "i").replaceAll("5", "s");
}
