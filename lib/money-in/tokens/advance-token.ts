import { z } from "zod";
import { ChainUnavailableError } from "@/lib/chains/errors";
import { createDriver } from "@/lib/chains/registry/create-driver";
import { recordAudit } from "@/lib/kernel/audit-log/record-audit";
import { type Tx, withTransaction } from "@/lib/kernel/db";
import { env } from "@/lib/kernel/env";
import { declareJob, defineJob } from "@/lib/kernel/jobs/define-job";
import { enqueue } from "@/lib/kernel/jobs/enqueue";
import { log } from "@/lib/kernel/log";
import { evaluateToken, stateOf, type TokenKey } from "@/lib/money-in/tokens/added-token";
import {
  beginCooldown,
  findToken,
  insertIntoCatalog,
  isCooledDown,
  lockToken,
  type TokenFound,
  writeFound,
} from "@/lib/money-in/tokens/repo";
import { formatCooldownEnd } from "@/lib/people/guards/assert-may-pay-out";
import { mailOperators } from "@/lib/people/merchants/mail-owners";
import { readToken, type TokenReader } from "@/lib/pricing/catalog/agreed-token";
import { buildCatalog } from "@/lib/pricing/catalog/build-catalog";
import type { CatalogNetwork } from "@/lib/pricing/catalog/catalog-types";
import { driverConfigOf } from "@/lib/pricing/catalog/driver-config";
import { clearCatalogCache, loadCatalog } from "@/lib/pricing/catalog/queries";
import { readCatalog } from "@/lib/pricing/catalog/repo";
import { ownSources } from "@/lib/pricing/rates/queries";
import { type RateSource, RateSourceError, wantedPairs } from "@/lib/pricing/rates/rate-source";
import { toUsdPrices } from "@/lib/pricing/rates/read-prices";
import { scheduledSources } from "@/lib/pricing/rates/sources";

/**
 * Time for other operators to notice; the same as for a new cold address. In the sandbox, just long
 * enough to be visible.
 */
const COOLDOWN_S = 24 * 60 * 60;
const SANDBOX_COOLDOWN_S = 60;
/** Nodes and price sources have their own limits; this is the limit for all of them together. */
const LOOK_LIMIT_MS = 60_000;

const kind = declareJob({
  name: "advance-token",
  payload: z.object({ networkCode: z.string(), contract: z.string() }),
});

/** Queues the next step of a token, in the transaction that makes it due. */
export async function enqueueAdvance(tx: Tx, key: TokenKey, runAt?: Date): Promise<void> {
  const { networkCode, contract } = key;
  const options = { key: `advance-token:${networkCode}:${contract}`, ...(runAt && { runAt }) };
  await enqueue(tx, kind, { networkCode, contract }, options);
}

/** Queries the nodes that this worker is configured to read. */
export const advanceTokenJob = defineJob({
  ...kind,
  run: async (key, { signal }) => {
    const limited = AbortSignal.any([signal, AbortSignal.timeout(LOOK_LIMIT_MS)]);
    const urls = env().nodeUrls[key.networkCode];
    const open = async () =>
      urls === undefined ? NO_NODES : await createDriver(driverConfigOf(await loadCatalog(), key.networkCode, urls));
    const names = ownSources();
    const sources = scheduledSources().flatMap(({ source }) => (names.includes(source.name) ? [source] : []));
    await advanceToken(key, { driver: await open(), sources }, limited);
  },
});

const NO_NODES: TokenReader = { describeTokenByEach: () => Promise.resolve([]) };

export type TokenWitnesses = { readonly driver: TokenReader; readonly sources: readonly RateSource[] };

/**
 * Takes a token to its next step. First step: stores the reports of its nodes and price sources.
 * Second step, when its terms are set: queries them again and starts the cooldown. Third step:
 * queries them once more and adds the token to the catalog. Concurrent changes are respected, and
 * each step is done once even if this runs twice or concurrently.
 * @throws ChainUnavailableError while too few hosts for a quorum answer, except in the first step,
 *   which reports that to the operator
 */
export async function advanceToken(key: TokenKey, witnesses: TokenWitnesses, signal: AbortSignal): Promise<void> {
  const token = await findToken(key);
  if (token === null) return;
  const state = stateOf(token);
  if (state === "read" || state === "refused" || state === "offered") return;
  if (state === "waiting" && !(await withTransaction((tx) => isCooledDown(tx, key))))
    return await withTransaction((tx) => enqueueAdvance(tx, key, token.cooldownEndsAt ?? undefined));
  const { found, code, network } = await look(key, witnesses, state === "reading", signal);
  const isChanged = found.symbol !== token.symbol || found.decimals !== token.decimals;
  await withTransaction(async (tx) => {
    const now = await lockToken(tx, key);
    // Removed, requested again, or processed by another worker while the nodes were queried.
    if (now === null || now.requestedAt.getTime() !== token.requestedAt.getTime() || stateOf(now) !== state) return;
    if (state === "reading" || found.problem !== null || code === null) return await writeFound(tx, key, found);
    if (isChanged) return await writeFound(tx, key, { ...found, problem: "The nodes say something else of it now." });
    if (state === "checking") return await startWaiting(tx, key, network, code);
    await insertIntoCatalog(tx, now, code);
    await recordAudit(tx, { actorId: now.termsSetById, action: "token.offer", target: `${key.networkCode}:${code}` });
  });
  clearCatalogCache();
}

async function startWaiting(tx: Tx, key: TokenKey, network: CatalogNetwork, code: string): Promise<void> {
  const until = await beginCooldown(tx, key, network.isSandbox ? SANDBOX_COOLDOWN_S : COOLDOWN_S);
  await enqueueAdvance(tx, key, until);
  const paragraphs = [
    `The token ${code} was added on ${network.name}. Contract: ${key.contract}`,
    `Merchants can be paid in it from ${formatCooldownEnd(until)}. If that is not intended, remove it before then: ${env().BASE_URL}/operator/networks/${network.code}`,
  ];
  await mailOperators(tx, { subject: `${code} is being added on ${network.name}`, paragraphs });
}

/** @param isFirst too few answers are then reported to the operator; later they are waited for */
async function look(
  { networkCode, contract }: TokenKey,
  { driver, sources }: TokenWitnesses,
  isFirst: boolean,
  signal: AbortSignal,
): Promise<{ readonly found: TokenFound; readonly code: string | null; readonly network: CatalogNetwork }> {
  // Bypasses the cached catalog, so that a token added a moment ago is included.
  const catalog = buildCatalog(await readCatalog());
  const network = catalog.network(networkCode);
  if (network === null) throw new Error(`the catalog lost ${networkCode}`);
  const nothing = { symbol: null, decimals: null, nodeReports: [], prices: {} };
  try {
    const reading = await readToken(driver, contract, network.isSandbox, signal);
    const { nodeReports, outcome } = reading;
    if (!isFirst && outcome === "few") throw new ChainUnavailableError("too few hosts answered to agree on the token");
    const { code, description, problem } = evaluateToken({ networkCode, contract }, reading, catalog);
    if (code === null) return { found: { ...nothing, nodeReports, problem }, code, network };
    const prices = isFirst ? await readPrices(code, sources, signal) : {};
    const isPriced = !isFirst || Object.keys(prices).length > 0;
    const unpriced = isPriced ? null : `None of the price sources has a price of ${code}.`;
    return { found: { ...description, nodeReports, prices, problem: unpriced }, code, network };
  } catch (error) {
    if (!isFirst || !(error instanceof ChainUnavailableError)) throw error;
    const problem = "No node of the network said what it is. See that one is set and answers, and look it up again.";
    return { found: { ...nothing, problem }, code: null, network };
  }
}

/**
 * Returns the US dollar price from each source that has one. A source that does not respond has
 * none.
 */
async function readPrices(
  code: string,
  sources: readonly RateSource[],
  signal: AbortSignal,
): Promise<Record<string, string>> {
  const asked = sources.map(async (source) => {
    try {
      const price = toUsdPrices(await source.fetchPrices(wantedPairs({ crypto: [code], fiat: [] }), signal)).get(code);
      return price === undefined ? [] : [[source.name, price.toFixed()] as const];
    } catch (error) {
      if (!(error instanceof RateSourceError)) throw error;
      log().warn({ rateSource: source.name, err: error }, "a price source did not answer about a token");
      return [];
    }
  });
  return Object.fromEntries((await Promise.all(asked)).flat());
}
