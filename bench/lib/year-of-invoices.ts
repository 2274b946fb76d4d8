import { insertOtherShops, POSTINGS_OF_ENTRY } from "@/bench/lib/other-shops";
import { database } from "@/lib/kernel/db";
import { sumPostings } from "@/lib/ledger/statements/sum-postings";
import { seedDemoData } from "@/lib/run/demo-data/seed-demo-data";
import { openSeedableSandbox } from "@/lib/run/demo-data/testing/sandbox-rig";

/** Enough for a year of two million invoices. */
const CAPITAL = { LTC: "2000", BTC: "200", TRX: "2000000" };
/** Of the demo data (measured). */
const POSTINGS_OF_INVOICE = 7;
const DAYS = 365;
const DAY_MS = 86_400_000;

async function findShop(): Promise<string | undefined> {
  const [shop] = await database().$queryRaw<{ id: string }[]>`
    SELECT merchant_id AS id FROM merchant_members WHERE role = 'owner' AND EXISTS (SELECT FROM invoices)
    ORDER BY created_at LIMIT 1`;
  return shop?.id;
}

const secondsSince = (from: number) => ((performance.now() - from) / 1000).toFixed(0);

async function makeYear(invoices: number, postings: number): Promise<string> {
  const { merchantId } = await openSeedableSandbox(false, CAPITAL);
  const others = Math.max(0, Math.round((postings - invoices * POSTINGS_OF_INVOICE) / POSTINGS_OF_ENTRY));
  const from = performance.now();
  // Before the year's entries, so that those of its last day are the last ones.
  if (others > 0) await insertOtherShops(others, new Date(Date.now() - DAYS * DAY_MS), DAYS - 1);
  process.stdout.write(`${others} entries of other shops in ${secondsSince(from)} s\n`);
  const { rows, milliseconds } = await seedDemoData({ invoices, email: null });
  process.stdout.write(`a year in ${(milliseconds / 1000).toFixed(0)} s: ${JSON.stringify(rows)}\n`);
  return merchantId;
}

/** As workers do it each minute. */
async function sumStatements(): Promise<void> {
  const from = performance.now();
  const isBehind = async () => {
    const [row] = await database().$queryRaw<{ behind: boolean }[]>`
      SELECT summed_to < (SELECT max(id) FROM postings) AS behind FROM statement_state`;
    return row?.behind === true;
  };
  while (await isBehind()) await sumPostings();
  process.stdout.write(`postings are in the sums of statements after ${secondsSince(from)} s\n\n`);
}

/**
 * Returns the merchant whose year the database holds. An empty database gets a year of so many
 * invoices, and entries of other shops until there are about so many postings.
 */
export async function openYear(invoices: number, postings: number): Promise<string> {
  const shop = (await findShop()) ?? (await makeYear(invoices, postings));
  await sumStatements();
  return shop;
}
