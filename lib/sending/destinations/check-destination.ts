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
 * What an output must at least have on the service's network, of its own coin: Bitcoin's dust
 * limit, those of the chains that came from it, and Solana's rent for an empty account; zero where
 * there is no such rule.
 */
export function dustLimitOf(service: Pick<CatalogService, "contract" | "network">): Decimal {
  const limit = service.contract === null ? networkOf(service.network.code)?.dustLimit : undefined;
  return limit === undefined ? ZERO : decimal(limit);
}

/**
 * The canonical text of an address to which money may be sent on this network. Only the operator
 * sends to a cold address.
 *
 * @throws AppError `address: validation.address.<reason>`: `format`, `length`, `checksum`,
 * `network` (another network's, or a test network's), `burn` (nobody has its key), `contract` (a
 * coin's own contract), `own` (the gateway's: it would only come back, less a fee)
 */
export async function checkAddress(
  catalog: Catalog,
  network: CatalogNetwork,
  text: string,
  { mayBeCold = false }: { readonly mayBeCold?: boolean } = {},
): Promise<string> {
  // Sandbox chains are paid to by the text of the real ones too: it is what drivers write and read.
  const verdict = validateAddress(network.family, text, "real");
  if (!verdict.ok) throw badAddress(verdict.problem);
  if (catalog.serviceOfAsset(network.code, verdict.address) !== null) throw badAddress("contract");
  if (await isOwnAddress(network.family, verdict.address)) throw badAddress("own");
  if (!mayBeCold && (await isColdAddress(network.family, verdict.address))) throw badAddress("own");
  return verdict.address;
}

/**
 * @throws AppError `memo: validation.prohibited` where the network has none: whoever relies on it
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
 * Whether the gateway itself has this address: a deposit address, given out or waiting, or a hot
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

/** Whether the operator keeps the surplus of a hot wallet there, on any network of the family. */
async function isColdAddress(family: AddressFamily, address: string): Promise<boolean> {
  const cold = await database().$queryRaw<{ address: string }[]>`
    SELECT c.address FROM cold_addresses c JOIN networks n ON n.code = c.network_code WHERE n.family = ${family}`;
  return isAmong(family, toAddressKey(family, address), cold);
}

/** A handful of rows, whose columns have an address in the form in which it was written. */
function isAmong(family: AddressFamily, addressKey: string, rows: readonly { readonly address: string }[]): boolean {
  return rows.some((row) => toAddressKey(family, row.address) === addressKey);
}
