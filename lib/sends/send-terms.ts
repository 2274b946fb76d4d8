import type { CatalogService } from "@/lib/catalog/catalog-types";
import type { Catalog } from "@/lib/catalog/queries";
import type { Asset } from "@/lib/chains/facts";
import type { TransferOutput, TransferRequest } from "@/lib/chains/spending";
import { invariant } from "@/lib/errors";
import { fromBaseUnits, toBaseUnits } from "@/lib/money/base-units";
import type { Decimal } from "@/lib/money/decimal";
import type { Engine } from "@/lib/sends/engine";
import type { Send } from "@/lib/sends/send";

/** What a send is on its chain. */
export type SendTerms = {
  /** The account that pays. */
  readonly address: string;
  readonly output: TransferOutput;
  readonly nativeCurrency: string;
  readonly nativeDecimals: number;
};

/** @throws Error when the catalog does not know the coin (any more): it stays queued, and the log says why */
export function termsOf(engine: Pick<Engine, "hotAddress" | "networkCode">, catalog: Catalog, send: Send): SendTerms {
  const service = catalog.service(send.currencyCode, send.networkCode);
  invariant(service, `the catalog knows ${send.currencyCode} on ${send.networkCode}`);
  const native = nativeOf(catalog, send.networkCode);
  return {
    address: send.fromAddress ?? engine.hotAddress,
    output: {
      to: { address: send.toAddress, memo: send.memo },
      asset: assetOf(service),
      units: toBaseUnits(send.amount, service.decimals),
    },
    nativeCurrency: native.currency.code,
    nativeDecimals: native.decimals,
  };
}

/** The service of a network's own coin, which its fees are paid in. */
export function nativeOf(catalog: Catalog, networkCode: string): CatalogService {
  const native = catalog.serviceOfAsset(networkCode, null);
  invariant(native, `${networkCode} has a native service`);
  return native;
}

/** The one transaction that this nonce is used for. */
export function requestOf({ address, output }: SendTerms, nonce: bigint): TransferRequest {
  return { source: { kind: "nonce", address, nonce }, outputs: [output] };
}

/** An amount of the network's own coin. */
export function nativeAmount(units: bigint, { nativeDecimals }: Pick<SendTerms, "nativeDecimals">): Decimal {
  return fromBaseUnits(units, nativeDecimals);
}

function assetOf({ contract }: CatalogService): Asset {
  return contract === null ? { kind: "native" } : { kind: "token", contract };
}
