import type { AddressFamily } from "@/lib/chains/address-family";
import type { AssetDescription } from "@/lib/chains/driver";
import type { AddedToken as Row } from "@/lib/generated/prisma/client";
import { codeOfSymbol, isReviewedCurrency, type TokenReading } from "@/lib/pricing/catalog/agreed-token";
import type { Catalog } from "@/lib/pricing/catalog/build-catalog";

/** Identifies a token, as entered by the operator. `contract`: canonical text of the family. */
export type TokenKey = { readonly networkCode: string; readonly contract: string };

/**
 * State of a token. `checking`: its terms are set, and the nodes are queried once more before the
 * cooldown begins.
 */
export type TokenState = "reading" | "refused" | "read" | "checking" | "waiting" | "offered";

type Dates = Pick<Row, "readAt" | "problem" | "termsSetAt" | "cooldownEndsAt" | "offeredAt">;

/** Pure. */
export function stateOf({ readAt, problem, termsSetAt, cooldownEndsAt, offeredAt }: Dates): TokenState {
  if (offeredAt !== null) return "offered";
  if (readAt === null) return "reading";
  if (problem !== null) return "refused";
  if (termsSetAt === null) return "read";
  return cooldownEndsAt === null ? "checking" : "waiting";
}

/**
 * Families whose drivers detect transfers of any token. TON's driver must know its tokens when it
 * is created.
 */
const ADDABLE_FAMILIES: ReadonlySet<AddressFamily> = new Set<AddressFamily>(["evm", "tron", "sol"]);

/** Whether tokens can be added on networks of a family. Pure. */
export function takesTokens(family: AddressFamily): boolean {
  return ADDABLE_FAMILIES.has(family);
}

const DECIMALS_MAX = 18;

export type TokenVerdict =
  | { readonly code: string; readonly description: AssetDescription; readonly problem: null }
  | { readonly code: null; readonly description: null; readonly problem: string };

/**
 * Decides from the nodes' reports whether a token can be added. An added token is always a separate
 * currency: a merchant's balance in a currency can be paid out on all its networks, so a worthless
 * contract with the name of another token would otherwise be paid out in the real one. Pure.
 */
export function evaluateToken(
  { networkCode, contract }: TokenKey,
  reading: TokenReading,
  catalog: Catalog,
): TokenVerdict {
  const taken = catalog.serviceOfAsset(networkCode, contract);
  if (taken !== null) return refused(`${taken.currency.code} is this contract already.`);
  if (reading.outcome !== "agreed")
    return refused(`${NOT_AGREED[reading.outcome]} ${reportsText(reading.nodeReports)}`);
  const { token } = reading;
  const code = codeOfSymbol(token.symbol);
  if (code === null) return refused("Its symbol is no code of 2 to 12 letters A to Z and digits.");
  if (token.decimals > DECIMALS_MAX) return refused(`It has ${token.decimals} decimals, more than ${DECIMALS_MAX}.`);
  if (isReviewedCurrency(code))
    return refused(
      `${code} is a currency of this version. Where it exists is for a network's record to say, with two sources.`,
    );
  if (catalog.currency(code) !== null)
    return refused(
      `There is a ${code} already. An added token is on one network, since a balance in it is paid out on all of them.`,
    );
  return { code, description: token, problem: null };
}

const NOT_AGREED = {
  none: "There is no token at this contract.",
  few: "Two hosts must agree on a token, and too few answered. Look it up again.",
  contradiction: "The nodes do not agree on one token.",
};

function reportsText(nodeReports: TokenReading["nodeReports"]): string {
  return nodeReports.map(({ node, report }) => `${node}: ${report}`).join("; ");
}

function refused(problem: string): TokenVerdict {
  return { code: null, description: null, problem };
}
