import type { ChainDriver } from "@/lib/chains/driver";
import type { Asset } from "@/lib/chains/facts";
import type { FeeEstimate, SpendSource, TransferOutput, TransferRequest } from "@/lib/chains/spending";
import { invariant } from "@/lib/kernel/errors";
import { fromBaseUnits, toBaseUnits } from "@/lib/kernel/money/base-units";
import type { Decimal } from "@/lib/kernel/money/decimal";
import type { CatalogService } from "@/lib/pricing/catalog/catalog-types";
import type { Catalog } from "@/lib/pricing/catalog/queries";
import type { Engine } from "@/lib/sending/sends/engine";
import type { Send } from "@/lib/sending/sends/send";

/** What one transaction is on its chain. */
export type SendTerms = {
  /** The account that pays; where coins pay, the one that gets the change. */
  readonly address: string;
  /** Another account, which pays the fee: the hot wallet; null: the address itself does. */
  readonly feePayer: string | null;
  /** One each send, in their order. */
  readonly outputs: readonly TransferOutput[];
  readonly nativeCurrency: string;
  readonly nativeDecimals: number;
};

/**
 * @param sends from one address, in one coin
 * @throws Error when the catalog does not know the coin (any more): they stay queued, and the log
 *   says why
 */
export function termsOf(
  engine: Pick<Engine, "driver" | "hotAddress" | "networkCode">,
  catalog: Catalog,
  sends: readonly Send[],
): SendTerms {
  const [lead] = sends;
  invariant(lead, "a transaction carries a send");
  const service = catalog.service(lead.currencyCode, lead.networkCode);
  invariant(service, `the catalog knows ${lead.currencyCode} on ${lead.networkCode}`);
  const native = nativeOf(catalog, lead.networkCode);
  const address = lead.fromAddress ?? engine.hotAddress;
  return {
    address,
    feePayer: canHotWalletPayFee(engine.driver, service) && address !== engine.hotAddress ? engine.hotAddress : null,
    outputs: sends.map(({ toAddress, memo, amount }) => ({
      to: { address: toAddress, memo },
      asset: assetOf(service),
      units: toBaseUnits(amount, service.decimals),
    })),
    nativeCurrency: native.currency.code,
    nativeDecimals: native.decimals,
  };
}

/**
 * Whether the hot wallet pays for moving this coin from a deposit address: a token's, where the
 * chain lets another account pay. The native coin pays for itself everywhere: it is what an empty
 * hot wallet would need first.
 */
export function canHotWalletPayFee(
  { features }: Pick<ChainDriver, "features">,
  { contract }: Pick<CatalogService, "contract">,
) {
  return features.feePayer === "any" && contract !== null;
}

/** The service of a network's own coin, which its fees are paid in. */
export function nativeOf(catalog: Catalog, networkCode: string): CatalogService {
  const native = catalog.serviceOfAsset(networkCode, null);
  invariant(native, `${networkCode} has a native service`);
  return native;
}

/**
 * What an account spends from, on chains where accounts do. @param nonce that it takes; nothing
 * where there are no nonces
 */
export function accountSource(
  { driver }: Pick<Engine, "driver">,
  { address, feePayer }: Pick<SendTerms, "address" | "feePayer">,
  nonce: bigint,
): SpendSource {
  const { spending } = driver.features;
  invariant(spending !== "coins", `${driver.network} spends coins, and not from an account`);
  if (spending === "nonce") return { kind: "nonce", address, nonce };
  return { kind: "expiring", address, ...(feePayer === null ? {} : { feePayer }) };
}

export function requestOf({ outputs }: SendTerms, source: SpendSource): TransferRequest {
  return { source, outputs };
}

/** An amount of the network's own coin. */
export function nativeAmount(units: bigint, { nativeDecimals }: Pick<SendTerms, "nativeDecimals">): Decimal {
  return fromBaseUnits(units, nativeDecimals);
}

/** The most that a transaction may cost, and who pays it. */
export function feeOf(terms: SendTerms, { maximumUnits }: Pick<FeeEstimate, "maximumUnits">) {
  return { currency: terms.nativeCurrency, max: nativeAmount(maximumUnits, terms), payer: terms.feePayer };
}

function assetOf({ contract }: CatalogService): Asset {
  return contract === null ? { kind: "native" } : { kind: "token", contract };
}
