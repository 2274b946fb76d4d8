import type { AssetDescription, ChainDriver, Testimony } from "@/lib/chains/driver";
import { ChainUnavailableError } from "@/lib/chains/errors";
import { witnessOf } from "@/lib/chains/statements";
import { FORMER_CODES, REVIEWED_CURRENCIES } from "@/lib/pricing/catalog/data/currencies";

/** Where money is real, so many hosts must say the same of a token: a lie about its decimals misreads every payment by powers of ten. */
const HOSTS_MIN = 2;

/** What a node says of a contract that is no token. */
export const NO_TOKEN = "There is no such token";

const SYMBOL = /^[A-Za-z0-9]{2,12}$/;
const SAID_CHARACTERS_MAX = 40;
const REVIEWED_CODES: ReadonlySet<string> = new Set([
  ...REVIEWED_CURRENCIES.map(({ code }) => code),
  ...FORMER_CODES.keys(),
]);

/** What one node says of a token, for the operator. */
export type TokenWord = { readonly node: string; readonly says: string };

export type TokenReading = {
  readonly words: readonly TokenWord[];
  /** What enough nodes say and none denies; null where there is no such thing. */
  readonly agreed: AssetDescription | null;
};

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
  return evaluateWords(told, isSandbox ? 1 : HOSTS_MIN);
}

/** What answers of nodes amount to when so many hosts must agree. A node that failed neither agrees nor denies. Pure. */
export function evaluateWords(
  told: readonly Testimony<{ readonly token: AssetDescription | null }>[],
  hostsNeeded: number,
): TokenReading {
  const words = told.map(({ node, answer, error }) => ({ node, says: error ?? wordsOf(answer?.token ?? null) }));
  const answered = told.flatMap(({ node, answer, error }) => (error === null && answer ? [{ node, ...answer }] : []));
  const [first] = answered;
  const isSame = answered.every(
    ({ token }) => token?.symbol === first?.token?.symbol && token?.decimals === first?.token?.decimals,
  );
  const hosts = new Set(answered.map(({ node }) => witnessOf(node))).size;
  return { words, agreed: isSame && hosts >= hostsNeeded ? (first?.token ?? null) : null };
}

function wordsOf(token: AssetDescription | null): string {
  if (token === null) return NO_TOKEN;
  return `${JSON.stringify(token.symbol.slice(0, SAID_CHARACTERS_MAX))}, ${token.decimals} decimals`;
}

/** The currency code of an added token: its symbol in upper case; null where that is no code. Look-alikes of Latin letters are none. Pure. */
export function codeOfSymbol(symbol: string): string | null {
  return SYMBOL.test(symbol) ? symbol.toUpperCase() : null;
}

/** Whether the reviewed data of this version defines the currency: what that is on a network is then for a network's record to say. Pure. */
export function isReviewedCurrency(code: string): boolean {
  return REVIEWED_CODES.has(code);
}
