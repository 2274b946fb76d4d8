import { randomUUID } from "node:crypto";
import { median } from "@/bench/lib/load.mjs";
import { closeDatabase, connectionPool, withTransaction } from "@/lib/kernel/db";
import { decimal } from "@/lib/kernel/money/decimal";
import { depositsCustody, feesEarned, merchantWallet } from "@/lib/ledger/account";
import { type Entry, leg, postEntry } from "@/lib/ledger/post-entry";

/** Run by bench/ledger.mjs with the number of rounds and their seconds, in an empty database. */

const LANES = 16;
const WARM_UP_MS = 2_000;
const MERCHANTS = Array.from({ length: 1_000 }, () => randomUUID());
const [ROUNDS, SECONDS] = process.argv.slice(2).map(Number);

/** An entry as a credit writes it: custody against a merchant and the gateway's fee. */
function creditOf(merchantId: string): Entry {
  const custody = depositsCustody("eth", "USDT");
  return {
    kind: "treasury.fill",
    reference: randomUUID(),
    groupId: "bench",
    legs: [
      ...leg(custody, merchantWallet(merchantId, "USDT"), decimal("24.75")),
      ...leg(custody, feesEarned("USDT"), decimal("0.25")),
    ],
  };
}

/** The statement of `insertEntry` as the floor sends it. */
const FLOOR = `
  WITH wanted AS (
    SELECT a.id AS account_id, w.shard, w.amount
    FROM unnest($3::text[], $4::text[], $5::int[], $6::numeric[]) AS w (kind, owner_id, shard, amount)
      JOIN accounts a ON (a.kind, a.owner_id, a.currency_code) = (w.kind, w.owner_id, 'USDT')
  ), entry AS (
    INSERT INTO journal_entries (kind, reference, group_id, memo) VALUES ($1, $2, 'bench', '')
    ON CONFLICT (kind, reference) DO NOTHING RETURNING id
  ), written AS (
    INSERT INTO postings (entry_id, account_id, shard, currency_code, amount)
    SELECT entry.id, account_id, shard, 'USDT', amount FROM entry, wanted ORDER BY account_id, shard
  )
  SELECT EXISTS (SELECT FROM entry) AS written`;

async function postOnFloor(merchantId: string): Promise<void> {
  const [custody, fees] = [depositsCustody("eth", "USDT"), feesEarned("USDT")];
  const client = await connectionPool().connect();
  try {
    await client.query("BEGIN");
    const shard = Math.floor(Math.random() * custody.shardCount);
    await client.query({
      name: "floor",
      text: FLOOR,
      values: [
        "treasury.fill",
        randomUUID(),
        [custody.kind, "merchant", fees.kind],
        [custody.ownerId, merchantId, fees.ownerId],
        [shard, 0, shard % fees.shardCount],
        ["25", "-24.75", "-0.25"],
      ],
    });
    await client.query("COMMIT");
  } finally {
    client.release();
  }
}

const postAsProduct = (merchantId: string) => withTransaction((tx) => postEntry(tx, creditOf(merchantId)));

/** Runs `work` in all lanes for so long. Returns how many a second. */
async function rateOf(work: () => Promise<unknown>, ms: number): Promise<number> {
  const begun = performance.now();
  let count = 0;
  const lane = async () => {
    while (performance.now() - begun < ms) {
      await work();
      count += 1;
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return (count * 1000) / (performance.now() - begun);
}

const anyMerchant = () => MERCHANTS[Math.floor(Math.random() * MERCHANTS.length)] ?? "";
const oneMerchant = () => MERCHANTS[0] ?? "";

const range = (values: readonly number[], digits: number) =>
  `${median([...values]).toFixed(digits)} (${Math.min(...values).toFixed(digits)} to ${Math.max(...values).toFixed(digits)})`;

async function measure(name: string, pick: () => string) {
  const product = () => postAsProduct(pick());
  const floor = () => postOnFloor(pick());
  await rateOf(product, WARM_UP_MS);
  await rateOf(floor, WARM_UP_MS);
  const rounds: { product: number; floor: number }[] = [];
  for (let round = 0; round < (ROUNDS ?? 5); round += 1) {
    rounds.push({
      product: await rateOf(product, (SECONDS ?? 2) * 1000),
      floor: await rateOf(floor, (SECONDS ?? 2) * 1000),
    });
  }
  const ratios = rounds.map((round) => round.product / round.floor);
  console.log(
    `${name.padEnd(8)} ${range(
      rounds.map((round) => round.product),
      0,
    )}/s; floor ${range(
      rounds.map((round) => round.floor),
      0,
    )}/s; ${range(ratios, 2)} of the floor`,
  );
  return { perSecond: median(rounds.map((round) => round.product)), ofFloor: median(ratios) };
}

// Every account exists before the clock runs.
for (const merchantId of MERCHANTS) await postAsProduct(merchantId);
const results = { spread: await measure("spread", anyMerchant), hot: await measure("hot", oneMerchant) };
console.log(JSON.stringify(results));
await closeDatabase();
