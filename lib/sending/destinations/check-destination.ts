import { validateAddress } from "@/lib/chains/address/validate-address";
import type { AddressFamily } from "@/lib/chains/address-family";
import { toAddressKey } from "@/lib/chains/address-keys";
import { networkOf } from "@/lib/chains/networks/networks";
import { database } from "@/lib/kernel/db";
import { invalidParameter } from "@/lib/kernel/errors";
import { type Decimal, decimal, ZERO } from "@/lib/kernel/money/decimal";
import type { CatalogNetwork, CatalogService } from "@/lib/pricing/catalog/catalog-types";
import type { Catalog } from "@/lib/pricing/catalog/queries";

/**
 * Returns the minimum amount of an output on the service's network, for its native coin: the dust
 * limit of Bitcoin and of the chains derived from it, or Solana's rent for an empty account; zero
 * if there is no such rule.
 */
export function dustLimitOf(service: Pick<CatalogService, "contract" | "network">): Decimal {
  const limit = service.contract === null ? networkOf(service.network.code)?.dustLimit : undefined;
  return limit === undefined ? ZERO : decimal(limit);
}

/**
 * Returns the canonical form of an address to which money may be sent on this network. Only the
 * operator sends to a cold address.
 *
 * @throws AppError `address: validation.address.<reason>`: `format`, `length`, `checksum`,
 *   `network` (another network's, or a test network's), `burn` (no one has its key), `contract` (a
 *   coin's own contract), `own` (the gateway's: the money would only come back, less a fee)
 */
export async function checkAddress(
  catalog: Catalog,
  network: CatalogNetwork,
  text: string,
  { mayBeCold = false }: { readonly mayBeCold?: boolean } = {},
): Promise<string> {
  // Sandbox chains also use the real chains' address format: drivers write and read it.
  const verdict = validateAddress(network.family, text, "real");
  if (!verdict.ok) throw badAddress(verdict.problem);
  if (catalog.serviceOfAsset(network.code, verdict.address) !== null) throw badAddress("contract");
  if (await isOwnAddress(network.family, verdict.address)) throw badAddress("own");
  if (!mayBeCold && (await isColdAddress(network.family, verdict.address))) throw badAddress("own");
  return verdict.address;
}

/**
 * @throws AppError `memo: validation.prohibited` if the network has none: someone relying on a memo
 *   would lose the money
 */
export function checkMemo(network: CatalogNetwork, memo: string | null): string | null {
  if (memo !== null && !network.hasMemo) throw invalidParameter("memo", "validation.prohibited");
  return memo;
}

function badAddress(reason: string) {
  return invalidParameter("address", `validation.address.${reason}`);
}

/**
 * Returns whether the gateway itself has this address: a deposit address, assigned or not, or a hot
 * wallet. `address` is canonical.
 */
async function isOwnAddress(family: AddressFamily, address: string): Promise<boolean> {
  const addressKey = toAddressKey(family, address);
  const [deposit, hot] = await Promise.all([
    database().address.findUnique({ where: { family_addressKey: { family, addressKey } }, select: { id: true } }),
    database().hotWallet.findMany({ where: { family }, select: { address: true } }),
  ]);
  return deposit !== null || isAmong(family, addressKey, hot);
}

/**
 * Returns whether the operator stores a hot wallet's surplus at this address, on any network of the
 * family.
 */
async function isColdAddress(family: AddressFamily, address: string): Promise<boolean> {
  const cold = await database().$queryRaw<{ address: string }[]>`
    SELECT c.address FROM cold_addresses c JOIN networks n ON n.code = c.network_code WHERE n.family = ${family}`;
  return isAmong(family, toAddressKey(family, address), cold);
}

/** Compares a few rows whose addresses are stored as they were entered. */
function isAmong(family: AddressFamily, addressKey: string, rows: readonly { readonly address: string }[]): boolean {
  return rows.some((row) => toAddressKey(family, row.address) === addressKey);
}
