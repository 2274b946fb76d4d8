import { REVIEWED_CURRENCIES } from "@/lib/catalog/data/currencies";
import { REVIEWED_NETWORKS } from "@/lib/catalog/data/networks";
import { REVIEWED_SERVICES } from "@/lib/catalog/data/services";
import type { Tx } from "@/lib/db";

/**
 * Inserts what is missing and gives the number of rows. Rows go in in one fixed order, so that two runs at once wait for each
 * other instead of locking each other out.
 */
export async function insertReviewedRows(tx: Tx): Promise<number> {
  const networks = await tx.network.createMany({
    data: REVIEWED_NETWORKS.map(
      ({
        kind: _kind,
        tokenStandard: _standard,
        confirmationsMin: _least,
        hasMemo: _memo,
        hasPriority: _priority,
        ...row
      }) => row,
    ),
    skipDuplicates: true,
  });
  const currencies = await tx.currency.createMany({ data: [...REVIEWED_CURRENCIES], skipDuplicates: true });
  const services = await tx.service.createMany({
    data: REVIEWED_SERVICES.map(({ currency, network, ...row }) => ({
      ...row,
      currencyCode: currency,
      networkCode: network,
    })),
    skipDuplicates: true,
  });
  return networks.count + currencies.count + services.count;
}

/** The stored fields that only a review may change. */
export async function readReviewedFields(tx: Tx) {
  return {
    networks: await tx.network.findMany({
      select: { code: true, family: true, chainId: true, nativeCurrency: true, isSandbox: true },
    }),
    currencies: await tx.currency.findMany({ select: { code: true, kind: true, decimals: true } }),
    services: await tx.service.findMany({
      select: { currencyCode: true, networkCode: true, contract: true, decimals: true, isReviewed: true },
    }),
  };
}
