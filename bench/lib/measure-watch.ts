import { median } from "@/bench/lib/load.mjs";
import { closeDatabase, database } from "@/lib/kernel/db";
import { nextBlocks, transferTo } from "@/lib/money-in/deposits/testing/next-blocks";
import type { Invoice } from "@/lib/money-in/invoices/invoice";
import { fillPool, newInvoice, newMerchant, openGateway } from "@/lib/money-in/invoices/testing/gateway-rig";

/** Run by bench/watch.mjs: watched addresses, transfers in a block, rounds. */

const [ADDRESSES = 1_000_000, TRANSFERS = 5_000, ROUNDS = 5] = process.argv.slice(2).map(Number);
const INSERTED_AT_ONCE = 100_000;
const BACKLOG_BLOCKS = 200;
const BACKLOG_TRANSFERS = 20;
const LANES = 8;
const UNITS = 100n * 10n ** 18n;
const MIB = 1024 * 1024;
const NEVER = 1_000_000;

/** Addresses of static wallets that nobody pays. */
async function watchAddresses(count: number): Promise<void> {
  for (let from = 0; from < count; from += INSERTED_AT_ONCE) {
    await database().$executeRaw`
      INSERT INTO addresses (family, derivation_index, address, address_key, owner_kind, owner_id, assigned_at)
      SELECT 'evm', 100000000 + n, a, a, 'wallet', gen_random_uuid(), now()
      FROM generate_series(${from}::int, ${Math.min(count, from + INSERTED_AT_ONCE) - 1}::int) AS n,
        LATERAL (SELECT '0x' || left(encode(sha256(n::text::bytea), 'hex'), 40) AS a) made`;
  }
  await database().$executeRaw`ANALYZE addresses`;
}

async function createInvoices(merchantId: string, count: number): Promise<Invoice[]> {
  // Lanes that are under way at the end create a few more.
  await fillPool(count + LANES);
  const invoices: Invoice[] = [];
  const lane = async () => {
    while (invoices.length < count) invoices.push(await newInvoice(merchantId));
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return invoices.slice(0, count);
}

const transfersTo = (invoices: readonly Invoice[]) =>
  Promise.all(invoices.map((invoice) => transferTo(invoice, UNITS)));

async function secondsFor(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return (performance.now() - begun) / 1000;
}

await openGateway(10);
await watchAddresses(ADDRESSES);
const merchantId = await newMerchant();
// Nothing settles here, so nothing may become due for it: a worker settles while it reads.
await database().network.updateMany({ data: { confirmations: NEVER } });
const backlog = await createInvoices(merchantId, BACKLOG_TRANSFERS * BACKLOG_BLOCKS);
let readSeconds = 0;
for (let block = 0; block < BACKLOG_BLOCKS; block += 1) {
  const paid = backlog.slice(block * BACKLOG_TRANSFERS, (block + 1) * BACKLOG_TRANSFERS);
  const { record } = await nextBlocks(1, await transfersTo(paid));
  readSeconds += await secondsFor(record);
}
const seconds: number[] = [];
for (let round = 0; round < ROUNDS; round += 1) {
  const { record } = await nextBlocks(1, await transfersTo(await createInvoices(merchantId, TRANSFERS)));
  seconds.push(await secondsFor(record));
}
const result = {
  watched: ADDRESSES,
  transfers: TRANSFERS,
  seconds: { median: median(seconds), least: Math.min(...seconds), most: Math.max(...seconds) },
  blocksPerSecond: BACKLOG_BLOCKS / readSeconds,
  memoryMiB: process.resourceUsage().maxRSS / 1024,
  heapMiB: process.memoryUsage().heapUsed / MIB,
};
console.log(
  `a block with ${TRANSFERS} transfers among ${ADDRESSES} addresses: ${result.seconds.median.toFixed(2)} s (${result.seconds.least.toFixed(2)} to ${result.seconds.most.toFixed(2)})`,
);
console.log(
  `blocks with ${BACKLOG_TRANSFERS} transfers each: ${result.blocksPerSecond.toFixed(0)} a second; at most ${result.memoryMiB.toFixed(0)} MiB of memory`,
);
console.log(JSON.stringify(result));
await closeDatabase();
