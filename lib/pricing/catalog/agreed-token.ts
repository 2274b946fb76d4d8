import type { AssetDescription, ChainDriver, NodeAnswer } from "@/lib/chains/driver";
import { ChainUnavailableError } from "@/lib/chains/errors";
import { witnessOf } from "@/lib/chains/statements";
import { FORMER_CODES, REVIEWED_CURRENCIES } from "@/lib/pricing/catalog/data/currencies";

/**
 * Outside the sandbox, this many hosts must agree on a token: a lie about its decimals would
 * misread every payment by powers of ten.
 */
const HOSTS_MIN = 2;

const SYMBOL = /^[A-Za-z0-9]{2,12}$/;
const SAID_CHARACTERS_MAX = 40;
const REVIEWED_CODES: ReadonlySet<string> = new Set([
  ...REVIEWED_CURRENCIES.map(({ code }) => code),
  ...FORMER_CODES.keys(),
]);

/** One node's report about a token, for the operator. */
export type TokenReport = { readonly node: string; readonly report: string };

/**
 * `few`: the nodes that answered agree, but on fewer hosts than required. `none`: enough hosts
 * report that there is no token.
 */
export type TokenReading = { readonly nodeReports: readonly TokenReport[] } & (
  | { readonly outcome: "agreed"; readonly token: AssetDescription }
  | { readonly outcome: "none" | "few" | "contradiction"; readonly token: null }
);

export type TokenReader = Pick<ChainDriver, "describeTokenByEach">;

/**
 * Queries every node of a network separately about a token.
 * @param isSandbox one node is enough in the sandbox
 * @throws ChainUnavailableError when no node answers, or the family's tokens cannot be read
 *   individually
 */
export async function readToken(
  driver: TokenReader,
  contract: string,
  isSandbox: boolean,
  signal: AbortSignal,
): Promise<TokenReading> {
  const told = await driver.describeTokenByEach?.(contract, signal);
  if (told === undefined || told.every(({ error }) => error !== null))
    throw new ChainUnavailableError("no node said what the token is");
  return evaluateTokenReports(told, isSandbox ? 1 : HOSTS_MIN);
}

/**
 * Combines the nodes' answers when `hostsNeeded` hosts must agree. A failed node neither agrees nor
 * disagrees. Pure.
 */
export function evaluateTokenReports(
  told: readonly NodeAnswer<{ readonly token: AssetDescription | null }>[],
  hostsNeeded: number,
): TokenReading {
  const nodeReports = told.map(({ node, answer, error }) => ({
    node,
    report: error ?? reportOf(answer?.token ?? null),
  }));
  const answered = told.flatMap(({ node, answer, error }) => (error === null && answer ? [{ node, ...answer }] : []));
  const token = answered[0]?.token ?? null;
  const isSame = answered.every(
    (other) => other.token?.symbol === token?.symbol && other.token?.decimals === token?.decimals,
  );
  if (!isSame) return { nodeReports, outcome: "contradiction", token: null };
  if (new Set(answered.map(({ node }) => witnessOf(node))).size < hostsNeeded)
    return { nodeReports, outcome: "few", token: null };
  return token === null ? { nodeReports, outcome: "none", token } : { nodeReports, outcome: "agreed", token };
}

function reportOf(token: AssetDescription | null): string {
  if (token === null) return "Token not found";
  return `${JSON.stringify(token.symbol.slice(0, SAID_CHARACTERS_MAX))}, ${token.decimals} decimals`;
}

/**
 * Returns the currency code of an added token: its symbol in upper case; null where that is not a
 * code, as for look-alikes of Latin letters. Pure.
 */
export function codeOfSymbol(symbol: string): string | null {
  return SYMBOL.test(symbol) ? symbol.toUpperCase() : null;
}

/**
 * Whether the reviewed data of this version defines the currency: its contracts are then defined by
 * the networks' records. Pure.
 */
export function isReviewedCurrency(code: string): boolean {
  return REVIEWED_CODES.has(code);
}
