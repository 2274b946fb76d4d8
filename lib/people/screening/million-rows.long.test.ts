import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { closeDatabase, database, withTransaction } from "@/lib/kernel/db";
import { openGateway } from "@/lib/money-in/invoices/testing/gateway-rig";
import { importScreeningList } from "@/lib/people/screening/import-list";
import { screenAddress } from "@/lib/people/screening/screen-address";

beforeAll(() => openGateway(1));
afterAll(closeDatabase);

const ROWS = 1_000_000;
const ROWS_PER_CHUNK = 1_000;
/**
 * The list itself (twice while its chunks are joined), what the current rows need, and garbage not
 * yet collected: measured at 391 and 539. All rows at once would be twice this.
 */
const GROWTH_MB_MAX = 800;
const LOOKUPS = 200;

/** Spread over the address space, and derived from the index. */
const addressOf = (index: number) =>
  `0x${(BigInt(index + 1) * 0x9e3779b97f4a7c15f39cc0605cedc834n).toString(16).padStart(40, "0").slice(-40)}`;

let byteCount = 0;
async function* csv() {
  yield Buffer.from("address,network,note\n");
  for (let start = 0; start < ROWS; start += ROWS_PER_CHUNK) {
    const rows = Array.from({ length: ROWS_PER_CHUNK }, (_, index) => `${addressOf(start + index)},evm,listed\n`);
    const chunk = Buffer.from(rows.join(""));
    byteCount += chunk.length;
    yield chunk;
  }
}

/** Measures the largest resident size while `work` runs, above the value before, in MB. */
async function measureGrowth<Result>(work: () => Promise<Result>): Promise<{ result: Result; growth: number }> {
  const before = process.memoryUsage.rss();
  let peak = before;
  const timer = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 20);
  try {
    return { result: await work(), growth: Math.round((peak - before) / 1024 / 1024) };
  } finally {
    clearInterval(timer);
  }
}

/** Looks up one address, and counts sequential scans of the table. */
const ask = (address: string) =>
  withTransaction(async (tx) => {
    const { isHit } = await screenAddress(tx, {
      subjectKind: "payout",
      subjectId: randomUUID(),
      family: "evm",
      address,
    });
    const [read] = await tx.$queryRaw<{ whole: bigint; byIndex: bigint }[]>`
      SELECT seq_scan AS whole, idx_scan AS "byIndex" FROM pg_stat_xact_user_tables WHERE relname = 'screening_entries'`;
    return { isHit, whole: Number(read?.whole), isByIndex: Number(read?.byIndex) > 0 };
  });

test("imports a list of a million addresses completely, within memory limits, and looks it up by index", async () => {
  const start = performance.now();
  const load = () => importScreeningList({ name: "million", text: csv(), format: "csv", actorId: null });
  const { result, growth } = await measureGrowth(load);
  const seconds = (performance.now() - start) / 1000;
  expect(result.entryCount).toBe(ROWS);
  expect(await database().screeningEntry.count({ where: { listId: result.id } })).toBe(ROWS);

  const lookupStart = performance.now();
  for (let index = 0; index < LOOKUPS; index += 1) {
    const isListed = index % 2 === 0;
    const address = isListed ? addressOf(index * 4_999) : addressOf(ROWS + index);
    expect(await ask(address)).toEqual({ isHit: isListed, whole: 0, isByIndex: true });
  }
  const lookup = (performance.now() - lookupStart) / LOOKUPS;
  console.info(
    `${ROWS} rows, ${(byteCount / 1e6).toFixed(1)} MB: ${seconds.toFixed(1)} s, ${growth} MB more at most, ${lookup.toFixed(1)} ms a look-up`,
  );
  expect(growth).toBeLessThan(GROWTH_MB_MAX);
});
