import type { AssetDescription, ChainDriver, NodeAnswer } from "@/lib/chains/driver";
import { ChainUnavailableError } from "@/lib/chains/errors";
import { witnessOf } from "@/lib/chains/statements";
import { FORMER_CODES, REVIEWED_CURRENCIES } from "@/lib/pricing/catalog/data/currencies";

/**
 * Where money is real, so many hosts must say the same of a token: a lie about its decimals
 * misreads every payment by powers of ten.
 */
const HOSTS_MIN = 2;

const SYMBOL = /^[A-Za-z0-9]{2,12}$/;
const SAID_CHARACTERS_MAX = 40;
const REVIEWED_CODES: ReadonlySet<string> = new Set([
  ...REVIEWED_CURRENCIES.map(({ code }) => code),
  ...FORMER_CODES.keys(),
]);

/** What one node says of a token, for the operator. */
export type TokenReport = { readonly node: string; readonly report: string };

/**
 * `few`: those that answered agree, but are fewer hosts than must. `none`: enough say that there is
 * no token.
 */
export type TokenReading = { readonly nodeReports: readonly TokenReport[] } & (
  | { readonly outcome: "agreed"; readonly token: AssetDescription }
  | { readonly outcome: "none" | "few" | "contradiction"; readonly token: null }
);

export type TokenReader = Pick<ChainDriver, "describeTokenByEach">;

/**
 * Asks every node of a network by itself what a token is.
 * @param isSandbox one node is enough where money is play money
 * @throws ChainUnavailableError when none answers, or the family's tokens cannot be read one by one
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
 * What answers of nodes amount to when so many hosts must agree. A node that failed neither agrees
 * nor denies. Pure.
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
 * The currency code of an added token: its symbol in upper case; null where that is no code.
 * Look-alikes of Latin letters are none. Pure.
 */
export function codeOfSymbol(symbol: string): string | null {
  return SYMBOL.test(symbol) ? symbol.toUpperCase() : null;
}

/**
 * Whether the reviewed data of this version defines the currency: what that is on a network is then
 * for a network's record to say. Pure.
 */
export function isReviewedCurrency(code: string): boolean {
  return REVIEWED_CODES.has(code);
}
