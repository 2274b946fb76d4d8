import { clearAlarm, listOpenSubjects, raiseAlarm } from "@/lib/kernel/alarms/raise-alarm";
import { withTransaction } from "@/lib/kernel/db";
import { log } from "@/lib/kernel/log";
import { fromBaseUnits } from "@/lib/kernel/money/base-units";
import { ZERO } from "@/lib/kernel/money/decimal";
import { moneyText } from "@/lib/kernel/money/format";
import type { CatalogNetwork } from "@/lib/pricing/catalog/catalog-types";
import { insertOutcomeStop } from "@/lib/pricing/catalog/networks-repo";
import type { Catalog } from "@/lib/pricing/catalog/queries";
import type { Engine } from "@/lib/sending/sends/engine";
import { readHotBalances } from "@/lib/sending/sends/signing-repo";

/** How often the chain is queried; after a start, before anything is signed. */
const CHECK_MS = 60_000;
/**
 * A node may lag slightly behind another: it is queried this many times, in consecutive steps,
 * before its response counts.
 */
const CHECKS = 5;

/**
 * Stops a network's sends if the hot wallet holds less of a coin than the books: because of an
 * outdated database, or because someone else uses the seed, so that payments may already be made
 * that are still queued here. For chains without nonces, which would reveal this. The books debit
 * an amount when it is signed and credit one when it is confirmed, so normally the chain never
 * holds less.
 * @returns whether anything may be signed: not while something seems to be missing
 */
export async function checkHotBalances(
  engine: Engine,
  catalog: Catalog,
  { code }: Pick<CatalogNetwork, "code">,
  signal: AbortSignal,
): Promise<boolean> {
  const { memory } = engine;
  const now = performance.now();
  if (now - memory.coinsCheckedAtMs < CHECK_MS) return true;
  const missing = await findMissing(engine, catalog, code, signal);
  memory.missingCount = missing === null ? 0 : memory.missingCount + 1;
  if (missing !== null && memory.missingCount < CHECKS) return false;
  memory.coinsCheckedAtMs = now;
  memory.missingCount = 0;
  const alarm = { kind: "sends-stopped" as const, subject: code };
  if (missing === null) {
    await withTransaction((tx) => clearAlarm(tx, alarm));
    return true;
  }
  // If the alarm is still open, the operator has resumed sends deliberately.
  if ((await listOpenSubjects("sends-stopped", code)).includes(code)) return true;
  log().error({ network: code, reason: missing }, "sending is stopped");
  await withTransaction(async (tx) => {
    await insertOutcomeStop(tx, { networkCode: code, reason: missing });
    await raiseAlarm(tx, { ...alarm, message: missing });
  });
  return false;
}

/** Returns what the hot wallet lacks, as text; null when it lacks nothing. */
async function findMissing(
  engine: Engine,
  catalog: Catalog,
  code: string,
  signal: AbortSignal,
): Promise<string | null> {
  // Rent is deducted with any receipt, possibly in a block that was not read yet; the gas of a
  // receipt never exceeds the received amount.
  const rent = engine.driver.features.leftBehindUnits;
  for (const { currencyCode, amount: before } of await readHotBalances(code)) {
    const service = catalog.service(currencyCode, code);
    if (service === null) continue;
    const { contract, decimals } = service;
    const asset = contract === null ? ({ kind: "native" } as const) : ({ kind: "token", contract } as const);
    const held = await engine.driver.balanceOf(engine.hotAddress, asset, null, signal);
    const most = fromBaseUnits(held + (contract === null ? rent : 0n), decimals);
    if (most.gte(before)) continue;
    // Between the two reads, a transaction may have been signed or received: both reads must show a
    // shortfall.
    const amount = (await readHotBalances(code)).find((row) => row.currencyCode === currencyCode)?.amount ?? ZERO;
    if (most.gte(amount)) continue;
    const there = moneyText(fromBaseUnits(held, decimals).toFixed(), currencyCode);
    return `the hot wallet holds ${there}, and the books expect ${moneyText(amount.toFixed(), currencyCode)}: a transaction is missing from this database`;
  }
  return null;
}
