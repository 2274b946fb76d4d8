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

/** The parameters of one transaction on its chain. */
export type SendTerms = {
  /** The paying account; on UTXO networks, the change address. */
  readonly address: string;
  /** The hot wallet, if it pays the fee for another address; null: the address itself pays. */
  readonly feePayer: string | null;
  /** One per send, in their order. */
  readonly outputs: readonly TransferOutput[];
  readonly nativeCurrency: string;
  readonly nativeDecimals: number;
};

/**
 * @param sends from one address, in one coin
 * @throws Error when the catalog does not (or no longer) know the coin: they stay queued, and the
 *   log states why
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
 * Returns whether the hot wallet pays for moving this coin from a deposit address: for tokens, on
 * chains that allow another fee payer. The native coin always pays for itself, because an empty hot
 * wallet would need it first.
 */
export function canHotWalletPayFee(
  { features }: Pick<ChainDriver, "features">,
  { contract }: Pick<CatalogService, "contract">,
) {
  return features.feePayer === "any" && contract !== null;
}

/** Returns the service of a network's native coin, in which its fees are paid. */
export function nativeOf(catalog: Catalog, networkCode: string): CatalogService {
  const native = catalog.serviceOfAsset(networkCode, null);
  invariant(native, `${networkCode} has a native service`);
  return native;
}

/**
 * Returns the spend source of an account, on account-based chains. @param nonce its nonce; ignored
 * on chains without nonces
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

/** Converts base units to an amount of the network's native coin. */
export function nativeAmount(units: bigint, { nativeDecimals }: Pick<SendTerms, "nativeDecimals">): Decimal {
  return fromBaseUnits(units, nativeDecimals);
}

/** Returns the maximum cost of a transaction, and who pays it. */
export function feeOf(terms: SendTerms, { maximumUnits }: Pick<FeeEstimate, "maximumUnits">) {
  return { currency: terms.nativeCurrency, max: nativeAmount(maximumUnits, terms), payer: terms.feePayer };
}

function assetOf({ contract }: CatalogService): Asset {
  return contract === null ? { kind: "native" } : { kind: "token", contract };
}
