import { measureAudits } from "@/bench/lib/audit-times";
import { detailQuestions } from "@/bench/lib/detail-questions";
import { listQuestions, type Question } from "@/bench/lib/list-questions";
import { openYear } from "@/bench/lib/year-of-invoices";
import { closeDatabase, database } from "@/lib/kernel/db";
import { exportInvoices } from "@/lib/money-in/invoices/dashboard-queries";

/**
 * Run by bench/lists.mjs with the numbers of invoices and postings, and the text that the names of
 * the lines to measure contain.
 */

const RUNS = 200;
/** A slow line gets fewer runs. */
const LINE_MS_MAX = 10_000;
const P99_MS_MAX = 150;
const MIB = 1024 * 1024;

type Times = { readonly median: number; readonly p99: number; readonly runs: number };

/** Without the first run: it fills caches. With fewer than a hundred runs `p99` is the worst. */
async function measure([, ask]: Question): Promise<Times> {
  const times: number[] = [];
  await ask(0);
  const begun = performance.now();
  while (times.length < RUNS && performance.now() - begun < LINE_MS_MAX) {
    const from = performance.now();
    await ask(times.length + 1);
    times.push(performance.now() - from);
  }
  times.sort((a, b) => a - b);
  const at = (part: number) => times[Math.ceil(times.length * part) - 1] ?? 0;
  return { median: at(0.5), p99: at(0.99), runs: times.length };
}

async function measureFile(shop: string): Promise<string> {
  let [length, peak] = [0, 0];
  const from = performance.now();
  for await (const piece of exportInvoices(shop, {}, new Date()).pieces) {
    length += piece.length;
    peak = Math.max(peak, process.memoryUsage().rss);
  }
  const seconds = ((performance.now() - from) / 1000).toFixed(1);
  return `file of all invoices: ${(length / MIB).toFixed(1)} MiB in ${seconds} s, at most ${Math.round(peak / MIB)} MiB of memory`;
}

async function measureSizes(): Promise<string> {
  const [size] = await database().$queryRaw<{ bytes: bigint; invoices: bigint; postings: bigint; largest: string }[]>`
    SELECT pg_database_size(current_database()) AS bytes, (SELECT count(*) FROM invoices) AS invoices,
      (SELECT count(*) FROM postings) AS postings,
      (SELECT string_agg(relname || ' ' || pg_size_pretty(total), ', ' ORDER BY total DESC) FROM (
        SELECT relname, pg_total_relation_size(relid) AS total FROM pg_stat_user_tables ORDER BY 2 DESC LIMIT 12) t) AS largest`;
  const mib = Number(size?.bytes ?? 0n) / MIB;
  return [
    `database: ${mib.toFixed(0)} MiB with ${size?.invoices} invoices and ${size?.postings} postings`,
    `largest tables with their indexes: ${size?.largest}`,
  ].join("\n");
}

const [invoices, postings, only = ""] = process.argv.slice(2);
const shop = await openYear(Number(invoices), Number(postings));
const slow: string[] = [];
for (const question of [...(await listQuestions(shop)), ...(await detailQuestions(shop))]) {
  const [name] = question;
  if (!name.includes(only)) continue;
  const { median, p99, runs } = await measure(question);
  if (p99 > P99_MS_MAX) slow.push(name);
  const ms = (time: number) => `${time.toFixed(1).padStart(7)} ms`;
  process.stdout.write(`${name.padEnd(40)} median ${ms(median)}   p99 ${ms(p99)}   of ${runs}\n`);
}
if (only === "") {
  process.stdout.write(`\n${await measureFile(shop)}\n${await measureSizes()}\n`);
  process.stdout.write(`${await measureAudits()}\n`);
}
process.stdout.write(`\nover ${P99_MS_MAX} ms: ${slow.join("; ") || "none"}\n`);
process.exitCode = slow.length > 0 ? 1 : 0;
await closeDatabase();
