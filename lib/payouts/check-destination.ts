import type { CatalogNetwork } from "@/lib/catalog/catalog-types";
import type { Catalog } from "@/lib/catalog/queries";
import { judgeAddress } from "@/lib/chains/address/judge-address";
import { invalidParameter } from "@/lib/errors";
import { isColdAddress, isOwnAddress } from "@/lib/payouts/destination-repo";

/**
 * The canonical text of an address to which money may be sent on this network. Only the operator sends to a cold address.
 *
 * @throws AppError `address: validation.address.<reason>`: `format`, `length`, `checksum`, `network` (another network's, or a test network's),
 * `burn` (nobody has its key), `contract` (a coin's own contract), `own` (the gateway's: it would only come back, less a fee)
 */
export async function checkAddress(
  catalog: Catalog,
  network: CatalogNetwork,
  text: string,
  { mayBeCold = false }: { readonly mayBeCold?: boolean } = {},
): Promise<string> {
  // Sandbox chains are paid to by the text of the real ones too: it is what drivers write and read.
  const verdict = judgeAddress(network.family, text, "real");
  if (!verdict.ok) throw badAddress(verdict.problem);
  if (catalog.serviceOfAsset(network.code, verdict.address) !== null) throw badAddress("contract");
  if (await isOwnAddress(network.family, verdict.address)) throw badAddress("own");
  if (!mayBeCold && (await isColdAddress(network.family, verdict.address))) throw badAddress("own");
  return verdict.address;
}

/** @throws AppError `memo: validation.prohibited` where the network has none: whoever relies on it would lose the money */
export function checkMemo(network: CatalogNetwork, memo: string | null): string | null {
  if (memo !== null && !network.hasMemo) throw invalidParameter("memo", "validation.prohibited");
  return memo;
}

function badAddress(reason: string) {
  return invalidParameter("address", `validation.address.${reason}`);
}
