import type { Coin } from "@/lib/chains/spending";
import { clearAlarm, listOpenSubjects, raiseAlarm } from "@/lib/kernel/alarms/raise-alarm";
import { withTransaction } from "@/lib/kernel/db";
import { log } from "@/lib/kernel/log";
import { filterFree, listSpendable, markGone } from "@/lib/money-in/deposits/coins-repo";
import type { CatalogNetwork } from "@/lib/pricing/catalog/catalog-types";
import { insertOutcomeStop } from "@/lib/pricing/catalog/networks-repo";
import type { Engine } from "@/lib/sending/sends/engine";
import { followMalleated } from "@/lib/sending/sends/follow-malleated";
import { stateOfCoins } from "@/lib/sending/sends/locate-ended";
import { type Outgoing, toSigned } from "@/lib/sending/sends/outgoing";
import { stopForOutcome } from "@/lib/sending/sends/stop-sends";

/** How often unspent UTXOs are checked on the chain; after a start, before anything is signed. */
const CHECK_MS = 30_000;
/** The largest, which are spent first, by the gateway or by anyone else with the seed. */
const CHECKED_MAX = 500;
/**
 * Maximum number of queries to find which of them were spent: enough for a few, and a theft of all
 * takes one query.
 */
const QUESTIONS_MAX = 40;

type Network = Pick<CatalogNetwork, "code" | "confirmations">;

/**
 * Stops a network's sends if the gateway's UTXOs were spent by a transaction that is not the
 * gateway's: because of an outdated database, or because someone else uses the seed. What that
 * transaction paid may still be queued here.
 * @param absent live transactions that the node did not know in the current step
 * @returns whether anything may be signed: not while one of the UTXOs seems to be spent by a
 *   foreign transaction
 */
export async function checkCoins(
  engine: Engine,
  network: Network,
  absent: readonly Outgoing[],
  signal: AbortSignal,
): Promise<boolean> {
  for (const outgoing of absent) await evaluateAbsent(engine, network, outgoing, signal);
  const { memory } = engine;
  const now = performance.now();
  if (now - memory.coinsCheckedAtMs < CHECK_MS) return true;
  const free = await listSpendable(network.code, CHECKED_MAX);
  const state = await stateOfCoins(engine.driver, free, network.confirmations, signal);
  // The spending transaction lacks confirmations, or the node lags: it is queried again in the next
  // step, and nothing is signed until then.
  if (state === "unclear") return await isOurDoing(network, free);
  if (state === "spent") await stopFor(engine, network, free, signal);
  else await withTransaction((tx) => clearAlarm(tx, { kind: "sends-stopped", subject: network.code }));
  memory.coinsCheckedAtMs = now;
  return true;
}

/**
 * Evaluates the transaction that spent its UTXOs: the same transaction under another id is
 * followed; a different one stops the network once it has enough confirmations.
 */
async function evaluateAbsent(
  engine: Engine,
  network: Network,
  outgoing: Outgoing,
  signal: AbortSignal,
): Promise<void> {
  const life = await lifeOf(engine, network, outgoing, signal);
  if (life === "possible") return;
  if (await followMalleated(engine, outgoing, life === "dead", signal)) return;
  if (life === "dead") await stopForOutcome(outgoing, "another transaction has spent its coins");
}

/** `possible`: one of its versions can still be included. `dead`: none can. */
async function lifeOf(
  { driver }: Engine,
  { confirmations }: Network,
  outgoing: Outgoing,
  signal: AbortSignal,
): Promise<"possible" | "unclear" | "dead"> {
  let life: "unclear" | "dead" = "dead";
  for (const version of outgoing.versions) {
    const { verdict } = await driver.canStillConfirm(toSigned(outgoing, version), confirmations, signal);
    if (verdict === "possible" || verdict === "included") return "possible";
    if (verdict === "unproven") life = "unclear";
  }
  return life;
}

/** Another worker of the gateway may have signed with some of them since they were listed. */
async function isOurDoing({ code }: Network, free: readonly Coin[]): Promise<boolean> {
  return (await filterFree(code, free)).length < free.length;
}

/**
 * Writes the stop first, so that no later error can prevent it; then finds which UTXOs are gone,
 * within the query limit.
 */
async function stopFor(engine: Engine, network: Network, free: readonly Coin[], signal: AbortSignal): Promise<void> {
  if (await isOurDoing(network, free)) return;
  const { code } = network;
  const isAlarmed = (await listOpenSubjects("sends-stopped", code)).includes(code);
  const reason = "a transaction that is missing from this database has spent gateway coins";
  // If the alarm is still open, the operator has resumed sends deliberately.
  if (!isAlarmed) {
    log().error({ network: code, reason }, "sending is stopped");
    await withTransaction(async (tx) => {
      await insertOutcomeStop(tx, { networkCode: code, reason });
      await raiseAlarm(tx, { kind: "sends-stopped", subject: code, message: reason });
    });
  }
  const gone = await findSpent(engine, network, free, { left: QUESTIONS_MAX }, signal);
  await markGone(code, gone);
}

/** Bisects the list. */
async function findSpent(
  engine: Engine,
  network: Network,
  coins: readonly Coin[],
  questions: { left: number },
  signal: AbortSignal,
): Promise<readonly Coin[]> {
  if (coins.length <= 1) return coins;
  const half = Math.ceil(coins.length / 2);
  const found: Coin[] = [];
  for (const part of [coins.slice(0, half), coins.slice(half)]) {
    if (questions.left === 0) break;
    questions.left -= 1;
    const state = await stateOfCoins(engine.driver, part, network.confirmations, signal);
    if (state === "spent") found.push(...(await findSpent(engine, network, part, questions, signal)));
  }
  return found;
}
