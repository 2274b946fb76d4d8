import type { Tx } from "@/lib/kernel/db";
import { REVIEWED_CURRENCIES } from "@/lib/pricing/catalog/data/currencies";
import { REVIEWED_NETWORKS } from "@/lib/pricing/catalog/data/networks";
import { REVIEWED_SERVICES } from "@/lib/pricing/catalog/data/services";
import { clearCatalogCache } from "@/lib/pricing/catalog/queries";

export type CatalogSync = {
  /** Number of missing rows inserted. */
  readonly inserted: number;
  /**
   * Texts about fields that differ from the reviewed data and that are not the operator's choice.
   * The tables win: a person decides when a contract that holds funds changes. Sandbox networks
   * have their own contracts and are excluded.
   */
  readonly differences: readonly string[];
};

/**
 * Copies the reviewed catalog into the tables: inserts missing rows and leaves existing ones alone,
 * except for the minimum confirmations, which are always set to the reviewed value. Idempotent and
 * safe to run concurrently; called at every start.
 */
export async function syncCatalog(tx: Tx): Promise<CatalogSync> {
  const inserted = await insertReviewedRows(tx);
  await writeLeastDepths(tx);
  const differences = await findDifferences(tx);
  clearCatalogCache();
  return { inserted, differences };
}

async function findDifferences(tx: Tx): Promise<string[]> {
  const stored = await readReviewedFields(tx);
  const real = new Set(stored.networks.filter((network) => !network.isSandbox).map(({ code }) => code));
  return [
    ...REVIEWED_NETWORKS.filter(({ code }) => real.has(code)).flatMap((reviewed) =>
      differencesOf(
        reviewed.code,
        stored.networks.find(({ code }) => code === reviewed.code),
        { family: reviewed.family, chainId: reviewed.chainId, nativeCurrency: reviewed.nativeCurrency },
      ),
    ),
    ...REVIEWED_CURRENCIES.flatMap((reviewed) =>
      differencesOf(
        reviewed.code,
        stored.currencies.find(({ code }) => code === reviewed.code),
        { kind: reviewed.kind, decimals: reviewed.decimals },
      ),
    ),
    ...REVIEWED_SERVICES.filter(({ network }) => real.has(network)).flatMap((reviewed) =>
      differencesOf(
        `${reviewed.currency} on ${reviewed.network}`,
        stored.services.find((row) => row.currencyCode === reviewed.currency && row.networkCode === reviewed.network),
        { contract: reviewed.contract, decimals: reviewed.decimals, isReviewed: reviewed.isReviewed },
      ),
    ),
  ];
}

function differencesOf(
  subject: string,
  stored: Readonly<Record<string, unknown>> | undefined,
  reviewed: Readonly<Record<string, unknown>>,
): string[] {
  // Still missing although it was just inserted: another row of the network has its contract.
  if (stored === undefined) return [`${subject}: not stored, because another row holds its contract`];
  return Object.entries(reviewed)
    .filter(([field, value]) => stored[field] !== value)
    .map(([field, value]) => `${subject}: ${field} is ${String(stored[field])}, reviewed as ${String(value)}`);
}

/**
 * Inserts missing rows and returns their number. In a fixed order, so that two concurrent runs wait
 * for each other instead of deadlocking.
 */
async function insertReviewedRows(tx: Tx): Promise<number> {
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

/**
 * Sets the minimum confirmations to the reviewed values: the operator cannot change them, and the
 * database confirms nothing below them.
 */
async function writeLeastDepths(tx: Tx): Promise<void> {
  for (const { code, confirmationsMin } of REVIEWED_NETWORKS)
    await tx.network.updateMany({
      where: { code, confirmationsMin: { not: confirmationsMin } },
      data: { confirmationsMin },
    });
}

/** Reads the stored fields that only a review may change. */
async function readReviewedFields(tx: Tx) {
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
