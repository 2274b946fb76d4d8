import type { Tx } from "@/lib/kernel/db";
import { REVIEWED_CURRENCIES } from "@/lib/pricing/catalog/data/currencies";
import { REVIEWED_NETWORKS } from "@/lib/pricing/catalog/data/networks";
import { REVIEWED_SERVICES } from "@/lib/pricing/catalog/data/services";

/**
 * Inserts what is missing and gives the number of rows. Rows go in in one fixed order, so that two runs at once wait for each
 * other instead of locking each other out.
 */
export async function insertReviewedRows(tx: Tx): Promise<number> {
  const networks = await tx.network.createMany({
    data: REVIEWED_NETWORKS.map(
      ({ kind: _kind, tokenStandard: _standard, hasMemo: _memo, hasPriority: _priority, ...row }) => row,
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

/** Writes the least depths as reviewed: they are no operator's to choose, and the database confirms nothing below them. */
export async function writeLeastDepths(tx: Tx): Promise<void> {
  for (const { code, confirmationsMin } of REVIEWED_NETWORKS)
    await tx.network.updateMany({
      where: { code, confirmationsMin: { not: confirmationsMin } },
      data: { confirmationsMin },
    });
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
