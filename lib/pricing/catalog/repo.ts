import { ADDRESS_FAMILIES, type AddressFamily } from "@/lib/chains/address-family";
import { database, type Tx } from "@/lib/kernel/db";
import { decimal } from "@/lib/kernel/money/decimal";
import { nodeStateOf, payableDecimalsOf } from "@/lib/pricing/catalog/availability";
import type { CatalogContent } from "@/lib/pricing/catalog/build-catalog";
import type { CatalogCurrency, CatalogNetwork, CatalogService } from "@/lib/pricing/catalog/catalog-types";
import { REVIEWED_NETWORKS } from "@/lib/pricing/catalog/data/networks";
import { neededConfirmations } from "@/lib/pricing/catalog/network-rules";

const SERVICE_ORDER = [{ sortOrder: "asc" }, { currencyCode: "asc" }, { networkCode: "asc" }] as const;
const CODE_ORDER = [{ sortOrder: "asc" }, { code: "asc" }] as const;

type NetworkRow = Awaited<ReturnType<typeof readNetworks>>[number];
type ServiceRow = Awaited<ReturnType<typeof readServices>>[number];

/**
 * Reads the whole catalog with the nodes' state by the database's clock, with which the watchers'
 * time stamps are compared.
 */
export async function readCatalog(): Promise<CatalogContent> {
  const tx = database();
  const [clock, cursors, networkRows, currencyRows, serviceRows] = await Promise.all([
    tx.$queryRaw<{ now: Date }[]>`select now() as now`,
    tx.chainCursor.findMany({ select: { networkCode: true, headTime: true, lastAnswerAt: true, stoppedAt: true } }),
    readNetworks(tx),
    tx.currency.findMany({
      select: { code: true, name: true, kind: true, isStable: true, decimals: true },
      orderBy: [...CODE_ORDER],
    }),
    readServices(tx),
  ]);
  const now = clock[0]?.now ?? new Date(0);
  const cursorOf = new Map(cursors.map((cursor) => [cursor.networkCode, cursor]));
  const networks = networkRows.map((row) =>
    toNetwork(row, nodeStateOf(cursorOf.get(row.code), row.lagLimitSeconds, now)),
  );
  const currencies: readonly CatalogCurrency[] = currencyRows;
  return { networks, currencies, services: serviceRows.flatMap((row) => toService(row, networks, currencies)) };
}

/** Reads a network's token services with their previous verification results. */
export async function readTokenServices(networkCode: string) {
  const rows = await database().service.findMany({
    where: { networkCode, contract: { not: null } },
    select: { currencyCode: true, contract: true, decimals: true, mismatch: true },
    orderBy: { currencyCode: "asc" },
  });
  return rows.flatMap(({ contract, ...row }) => (contract === null ? [] : [{ ...row, contract }]));
}

type Verified = { readonly currencyCode: string; readonly contract: string; readonly mismatch: string | null };

/**
 * Stores a node's findings about services of a network, but only while each still has that
 * contract: an operator may have changed it.
 */
export async function writeVerifications(networkCode: string, verified: readonly Verified[]): Promise<void> {
  await database().$executeRaw`
    update services s set mismatch = v.mismatch, verified_at = now()
    from jsonb_to_recordset(${JSON.stringify(verified)}::jsonb) as v("currencyCode" text, contract text, mismatch text)
    where s.network_code = ${networkCode} and s.currency_code = v."currencyCode" and s.contract = v.contract`;
}

function readNetworks(tx: Tx) {
  return tx.network.findMany({
    select: {
      code: true,
      name: true,
      family: true,
      chainId: true,
      nativeCurrency: true,
      isEnabled: true,
      isSandbox: true,
      confirmations: true,
      blockSeconds: true,
      lagLimitSeconds: true,
      explorerTransaction: true,
      explorerAddress: true,
    },
    orderBy: [...CODE_ORDER],
  });
}

function readServices(tx: Tx) {
  return tx.service.findMany({ omit: { verifiedAt: true, sortOrder: true }, orderBy: [...SERVICE_ORDER] });
}

function toNetwork(row: NetworkRow, node: CatalogNetwork["node"]): CatalogNetwork {
  const reviewed = REVIEWED_NETWORKS.find(({ code }) => code === row.code);
  return {
    ...row,
    family: toFamily(row.family),
    confirmations: neededConfirmations(row),
    tokenStandard: reviewed?.tokenStandard ?? null,
    hasMemo: reviewed?.hasMemo ?? false,
    hasPriority: reviewed?.hasPriority ?? false,
    node,
  };
}

function toFamily(text: string): AddressFamily {
  const family = ADDRESS_FAMILIES.find((known) => known === text);
  if (family === undefined) throw new Error(`the networks table names an unknown address family: ${text}`);
  return family;
}

function toService(
  row: ServiceRow,
  networks: readonly CatalogNetwork[],
  currencies: readonly CatalogCurrency[],
): CatalogService[] {
  const network = networks.find(({ code }) => code === row.networkCode);
  const currency = currencies.find(({ code }) => code === row.currencyCode);
  if (network === undefined || currency === undefined) return [];
  return [
    {
      currency,
      network,
      contract: row.contract,
      decimals: row.decimals,
      payableDecimals: payableDecimalsOf(row.decimals),
      isReviewed: row.isReviewed,
      isPaymentEnabled: row.isPaymentEnabled,
      isPayoutEnabled: row.isPayoutEnabled,
      paymentMin: decimal(row.paymentMin),
      paymentMax: decimal(row.paymentMax),
      paymentFeePercent: decimal(row.paymentFeePercent),
      paymentFeeFixed: decimal(row.paymentFeeFixed),
      payoutMin: decimal(row.payoutMin),
      payoutMax: decimal(row.payoutMax),
      payoutFeePercent: decimal(row.payoutFeePercent),
      payoutFeeFixed: decimal(row.payoutFeeFixed),
      mismatch: row.mismatch,
    },
  ];
}
