import type { Tx } from "@/lib/kernel/db";
import { REVIEWED_CURRENCIES } from "@/lib/pricing/catalog/data/currencies";
import { REVIEWED_NETWORKS } from "@/lib/pricing/catalog/data/networks";
import { REVIEWED_SERVICES } from "@/lib/pricing/catalog/data/services";
import { clearCatalogCache } from "@/lib/pricing/catalog/queries";

export type CatalogSync = {
  /** Rows that were missing. */
  readonly inserted: number;
  /**
   * What the tables hold against the reviewed data in the fields that are not for an operator to
   * choose, in words. The tables win: a contract that changes under money is decided by a person.
   * Sandbox networks have contracts of their own and are left out.
   */
  readonly differences: readonly string[];
};

/**
 * Copies the reviewed catalog into the tables: rows that are missing are inserted, rows that are
 * there are not touched, except for the least depth, which is always as reviewed. May run any
 * number of times, also at once; to be run at every start.
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
  // Nothing stored although it was just inserted: its contract belongs to another row of the
  // network.
  if (stored === undefined) return [`${subject}: not stored, because another row holds its contract`];
  return Object.entries(reviewed)
    .filter(([field, value]) => stored[field] !== value)
    .map(([field, value]) => `${subject}: ${field} is ${String(stored[field])}, reviewed as ${String(value)}`);
}

/**
 * Inserts what is missing and gives the number of rows. Rows go in in one fixed order, so that two
 * runs at once wait for each other instead of locking each other out.
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
 * Writes the least depths as reviewed: they are no operator's to choose, and the database confirms
 * nothing below them.
 */
async function writeLeastDepths(tx: Tx): Promise<void> {
  for (const { code, confirmationsMin } of REVIEWED_NETWORKS)
    await tx.network.updateMany({
      where: { code, confirmationsMin: { not: confirmationsMin } },
      data: { confirmationsMin },
    });
}

/** The stored fields that only a review may change. */
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
