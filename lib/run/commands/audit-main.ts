import { closeDatabase } from "@/lib/kernel/db";
import { runAudit } from "@/lib/ledger/audit";
import { type Sample, sampleBalances } from "@/lib/money-in/deposits/sample-balances";

const write = (word: string) => (line: string) => process.stdout.write(`${word.padEnd(5)} ${line}\n`);

/** Money on an address that the books do not record. */
function surplusLines({ network, currency, surpluses }: Sample): readonly string[] {
  return surpluses.map(
    ({ address, amount }) => `${address} holds ${amount} ${currency} on ${network} that nothing explains`,
  );
}

function passedLine({ network, currency, compared }: Sample): string {
  return `${currency} on ${network}: none of ${compared} addresses that were given out, drawn at random, holds more than is known`;
}

/**
 * `npm run audit`: recomputes the books and compares custody with the chains. Exit code 1 when
 * anything differs.
 */
try {
  const [report, samples] = [await runAudit(), await sampleBalances()];
  const sampled = samples.filter(({ failure }) => failure === null);
  const surpluses = sampled.flatMap(surplusLines);
  const differences = [...report.differences, ...surpluses];
  const clean = sampled.filter((sample) => sample.compared > 0 && sample.surpluses.length === 0);
  const unsampled = samples.filter(({ failure }) => failure !== null);
  [...report.passed, ...clean.map(passedLine)].forEach(write("ok"));
  [
    ...report.skipped,
    ...unsampled.map(({ network, failure }) => `addresses given out on ${network}: ${failure}`),
  ].forEach(write("skip"));
  differences.forEach(write("WRONG"));
  process.stdout.write(`${report.compared} addresses and coins were compared with nodes.\n`);
  process.stdout.write(differences.length === 0 ? "The books are clean.\n" : `${differences.length} differences\n`);
  process.exitCode = differences.length === 0 ? 0 : 1;
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  process.exitCode = 2;
} finally {
  await closeDatabase();
}
