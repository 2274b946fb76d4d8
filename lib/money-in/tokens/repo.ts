import type { AddedToken } from "@/lib/generated/prisma/client";
import { database, type Tx } from "@/lib/kernel/db";
import type { TokenKey } from "@/lib/money-in/tokens/added-token";
import type { TokenReport } from "@/lib/pricing/catalog/agreed-token";
import { payableDecimalsOf, type ServiceLimits } from "@/lib/pricing/catalog/availability";

/**
 * Locks the token's row until the transaction ends and returns it; null when it was removed or
 * never requested.
 */
export async function lockToken(tx: Tx, key: TokenKey): Promise<AddedToken | null> {
  await tx.$queryRaw`
    SELECT 1 AS locked FROM added_tokens
    WHERE network_code = ${key.networkCode} AND contract = ${key.contract} FOR UPDATE`;
  return await findToken(key, tx);
}

export async function findToken({ networkCode, contract }: TokenKey, tx: Tx = database()): Promise<AddedToken | null> {
  return await tx.addedToken.findUnique({ where: { networkCode_contract: { networkCode, contract } } });
}

/** Lists a network's tokens that are not offered yet, newest first. */
export async function listTokens(networkCode: string): Promise<AddedToken[]> {
  return await database().addedToken.findMany({
    where: { networkCode, offeredAt: null },
    orderBy: { requestedAt: "desc" },
  });
}

/**
 * Counts tokens of all networks that are not offered, including the caller's own uncommitted rows.
 */
export async function countWaiting(tx: Tx): Promise<number> {
  return await tx.addedToken.count({ where: { offeredAt: null } });
}

/** Inserts the token as unread. */
export async function insertToken(tx: Tx, key: TokenKey, requestedById: string): Promise<void> {
  await tx.addedToken.create({ data: { ...key, requestedById }, select: { contract: true } });
}

export async function deleteToken(tx: Tx, { networkCode, contract }: TokenKey): Promise<void> {
  await tx.addedToken.delete({
    where: { networkCode_contract: { networkCode, contract } },
    select: { contract: true },
  });
}

export type TokenFound = {
  readonly symbol: string | null;
  readonly decimals: number | null;
  readonly nodeReports: readonly TokenReport[];
  /** US dollars per unit, by source. */
  readonly prices: Readonly<Record<string, string>>;
  readonly problem: string | null;
};

/** Replaces the results of the previous lookup. */
export async function writeFound(tx: Tx, key: TokenKey, { nodeReports, prices, ...found }: TokenFound): Promise<void> {
  await tx.addedToken.update({
    where: { networkCode_contract: { ...key } },
    data: {
      ...found,
      nodeReports: nodeReports.map((report) => ({ ...report })),
      prices: { ...prices },
      readAt: new Date(),
    },
    select: { contract: true },
  });
}

export type TokenTerms = ServiceLimits & { readonly name: string; readonly rateSource: string };

export async function writeTerms(tx: Tx, key: TokenKey, terms: TokenTerms, termsSetById: string): Promise<void> {
  const { name, rateSource, paymentMin, paymentMax, payoutMin, payoutMax } = terms;
  await tx.addedToken.update({
    where: { networkCode_contract: { ...key } },
    data: {
      name,
      rateSource,
      paymentMin: paymentMin.toFixed(),
      paymentMax: paymentMax.toFixed(),
      payoutMin: payoutMin.toFixed(),
      payoutMax: payoutMax.toFixed(),
      termsSetById,
      termsSetAt: new Date(),
    },
    select: { contract: true },
  });
}

/** Starts the cooldown by the database's clock. @returns its end */
export async function beginCooldown(tx: Tx, key: TokenKey, seconds: number): Promise<Date> {
  const [row] = await tx.$queryRaw<{ until: Date }[]>`
    UPDATE added_tokens SET cooldown_ends_at = clock_timestamp() + make_interval(secs => ${seconds}::float8)
    WHERE network_code = ${key.networkCode} AND contract = ${key.contract} RETURNING cooldown_ends_at AS until`;
  if (row === undefined) throw new Error("the row of the token is locked and cannot be gone");
  return row.until;
}

/** Whether the cooldown is over by the database's clock. */
export async function isCooledDown(tx: Tx, { networkCode, contract }: TokenKey): Promise<boolean> {
  const rows = await tx.$queryRaw<{ is: boolean }[]>`
    SELECT cooldown_ends_at <= clock_timestamp() AS is FROM added_tokens
    WHERE network_code = ${networkCode} AND contract = ${contract}`;
  return rows[0]?.is === true;
}

/** After the reviewed coins, before fiat. */
const SORT_ORDER = 900;

/**
 * Adds the token to the catalog with its terms and the usual commission, and deletes its count as
 * an unknown token.
 */
export async function insertIntoCatalog(tx: Tx, token: AddedToken, code: string): Promise<void> {
  const { networkCode, contract, name, rateSource, decimals, paymentMin, paymentMax, payoutMin, payoutMax } = token;
  if (name === null || decimals === null || !paymentMin || !paymentMax || !payoutMin || !payoutMax)
    throw new Error("a token without terms cannot be offered");
  const currencyDecimals = payableDecimalsOf(decimals);
  await tx.currency.create({
    data: { code, name, kind: "crypto", decimals: currencyDecimals, rateSource, sortOrder: SORT_ORDER },
    select: { code: true },
  });
  const limits = { paymentMin, paymentMax, payoutMin, payoutMax };
  await tx.service.create({
    data: { currencyCode: code, networkCode, contract, decimals, ...limits, sortOrder: SORT_ORDER * 1_000 },
    select: { currencyCode: true },
  });
  await tx.unknownToken.deleteMany({ where: { networkCode, contract } });
  await tx.addedToken.update({
    where: { networkCode_contract: { networkCode, contract } },
    data: { offeredAt: new Date() },
    select: { contract: true },
  });
}
