import type { AssetDescription, ChainDriver } from "@/lib/chains/driver";
import { codeOfSymbol, isReviewedCurrency } from "@/lib/pricing/catalog/agreed-token";
import { CHAIN_SYMBOLS } from "@/lib/pricing/catalog/data/currencies";
import { clearCatalogCache } from "@/lib/pricing/catalog/queries";
import { readTokenServices, writeVerifications } from "@/lib/pricing/catalog/repo";

/** Beginning of the text of a mismatch in decimals. */
const DECIMALS_DIFFER = /^the node gives \d+ decimals/;

export type ServiceVerification = {
  readonly currencyCode: string;
  /** Null: the node agrees. */
  readonly mismatch: string | null;
};

/**
 * Queries the network's node for decimals and symbol of every token service and stores where it
 * contradicts the table: such a service is unavailable until they agree again, because wrong
 * decimals misread every payment by powers of ten.
 *
 * @throws ChainUnavailableError when no node answers, after storing the answers received so far.
 *   Earlier results are kept: silence proves nothing either way.
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
 * Whether a stored mismatch concerns the decimals, so that amounts in that token cannot be read.
 * Any other mismatch (a new symbol, a node that knows no such token) leaves the reviewed decimals
 * undisputed.
 */
export function contradictsDecimals(mismatch: string | null): boolean {
  return mismatch !== null && DECIMALS_DIFFER.test(mismatch);
}

/**
 * Describes how the node's description (null: there is no such token) differs from the table; null
 * when it does not.
 */
export function mismatchOf(
  service: { readonly currencyCode: string; readonly decimals: number },
  described: AssetDescription | null,
): string | null {
  if (described === null) return "the node knows no token at this contract";
  if (described.decimals !== service.decimals) {
    return `the node gives ${described.decimals} decimals, the catalog has ${service.decimals}`;
  }
  // The symbol may be stored where no node can read it (a page that a TON token references): a
  // missing symbol contradicts nothing.
  if (described.symbol === "") return null;
  const symbols = [service.currencyCode, ...(CHAIN_SYMBOLS.get(service.currencyCode) ?? [])];
  if (symbols.includes(described.symbol)) return null;
  // An added token has its code from its symbol, which may contain lower case letters.
  if (!isReviewedCurrency(service.currencyCode) && codeOfSymbol(described.symbol) === service.currencyCode) return null;
  return `the node calls the token ${JSON.stringify(described.symbol.slice(0, 40))}, the catalog ${service.currencyCode}`;
}
