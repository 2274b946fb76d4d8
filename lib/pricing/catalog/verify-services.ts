import type { AssetDescription, ChainDriver } from "@/lib/chains/driver";
import { codeOfSymbol, isReviewedCurrency } from "@/lib/pricing/catalog/agreed-token";
import { CHAIN_SYMBOLS } from "@/lib/pricing/catalog/data/currencies";
import { clearCatalogCache } from "@/lib/pricing/catalog/queries";
import { readTokenServices, writeVerifications } from "@/lib/pricing/catalog/repo";

/** The beginning of that one mismatch's text. */
const DECIMALS_DIFFER = /^the node gives \d+ decimals/;

export type ServiceVerification = {
  readonly currencyCode: string;
  /** Null: the node agrees. */
  readonly mismatch: string | null;
};

/**
 * Asks the network's node for decimals and symbol of every token service and records where it says
 * otherwise than the table: such a service is unavailable until they agree again, because a wrong
 * number of decimals misreads every payment by powers of ten.
 *
 * @throws ChainUnavailableError when no node answers, after what was answered before that is
 * recorded. What was recorded earlier stays: silence proves nothing either way.
 */
export async function verifyServices(
  driver: Pick<ChainDriver, "describeAsset">,
  networkCode: string,
  signal: AbortSignal,
): Promise<readonly ServiceVerification[]> {
  const verifications: (ServiceVerification & { readonly contract: string })[] = [];
  try {
    for (const service of await readTokenServices(networkCode)) {
      const { currencyCode, contract } = service;
      const described = await driver.describeAsset({ kind: "token", contract }, signal);
      verifications.push({ currencyCode, contract, mismatch: mismatchOf(service, described) });
    }
  } finally {
    if (verifications.length > 0) await writeVerifications(networkCode, verifications);
    clearCatalogCache();
  }
  return verifications;
}

/**
 * Whether a recorded mismatch is about the decimals: amounts in that token cannot be read. Any
 * other (a new symbol, a node that knows no such token) leaves the reviewed decimals undisputed.
 */
export function contradictsDecimals(mismatch: string | null): boolean {
  return mismatch !== null && DECIMALS_DIFFER.test(mismatch);
}

/**
 * What differs between the table and the node's description (null: there is no such token), in
 * words; null when nothing does.
 */
export function mismatchOf(
  service: { readonly currencyCode: string; readonly decimals: number },
  described: AssetDescription | null,
): string | null {
  if (described === null) return "the node knows no token at this contract";
  if (described.decimals !== service.decimals) {
    return `the node gives ${described.decimals} decimals, the catalog has ${service.decimals}`;
  }
  // A symbol may stand where no node looks (a page that a TON token names): what is not told
  // contradicts nothing.
  if (described.symbol === "") return null;
  const symbols = [service.currencyCode, ...(CHAIN_SYMBOLS.get(service.currencyCode) ?? [])];
  if (symbols.includes(described.symbol)) return null;
  // An added token has its code from its symbol, which may have small letters.
  if (!isReviewedCurrency(service.currencyCode) && codeOfSymbol(described.symbol) === service.currencyCode) return null;
  return `the node calls the token ${JSON.stringify(described.symbol.slice(0, 40))}, the catalog ${service.currencyCode}`;
}
