/** Whether the audit's differences between books and chains are exactly what was sent and lost. */
import { spawnSync } from "node:child_process";
import { Decimal as Rounded } from "decimal.js";

/** Sums of amounts with 18 decimal places must be exact. */
const Decimal = Rounded.clone({ precision: 80 });

const NUMBER = "(-?[\\d.,]+)";
const WRONG = new RegExp(
  `^WRONG (\\w+) (\\w+) on (\\w+): the books expect ${NUMBER} \\w+, the chain holds ${NUMBER} \\w+ at block \\d+$`,
);

/** Reads an amount as the audit writes it: with commas between groups of digits. */
const amountOf = (text) => new Decimal(text.replaceAll(",", ""));

/** Runs the audit's program. Returns the lines about differences. @throws Error if it failed */
export function auditLines(program, environment) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program], { env: environment, encoding: "utf8" });
  if (status !== 0 && status !== 1) throw new Error(`The audit ended without a result: ${stderr}`);
  const skipped = stdout.split("\n").filter((line) => line.startsWith("skip"));
  if (skipped.length > 0) throw new Error(`The audit skipped: ${skipped.join("; ")}`);
  return stdout.split("\n").filter((line) => line.startsWith("WRONG"));
}

/** Adds amounts up by name. */
function createSums() {
  const sums = new Map();
  const add = (name, amount) => sums.set(name, (sums.get(name) ?? new Decimal(0)).plus(amount));
  return { sums, add };
}

/**
 * Returns by how much each place's holdings changed by the sends, as `Decimal` by its name: without
 * gas at deposit addresses, for which the audit asks only where the books have some.
 */
function movedBy(sent) {
  const { sums, add } = createSums();
  for (const { network, purpose, currency, amount, isFromHot, isFeeFromDeposits, fee, native } of sent) {
    add(`${isFromHot ? "hot" : "deposits"} ${currency} on ${network}`, new Decimal(amount).negated());
    if (purpose === "sweep") add(`hot ${currency} on ${network}`, amount);
    if (!isFeeFromDeposits) add(`hot ${native} on ${network}`, new Decimal(fee).negated());
  }
  return sums;
}

/** Returns the gas that the sends left at each deposit address, as `Decimal` by its address. */
export function gasLeftBy(sent) {
  const { sums, add } = createSums();
  for (const { purpose, amount, address, from, isFeeFromDeposits, fee } of sent) {
    if (purpose === "gas") add(address, amount);
    if (isFeeFromDeposits) add(from, new Decimal(fee).negated());
  }
  return sums;
}

/**
 * @param lines the audit's differences
 * @param sent what was sent and is not in the books
 * @returns `{ places, unexplained }`: each place with its difference, and each sentence about a
 *   place where the two are not the same
 */
export function explainCustody(lines, sent) {
  const moved = movedBy(sent);
  const places = [];
  const unexplained = [];
  for (const line of lines) {
    const [, kind, currency, network, expected, held] = WRONG.exec(line) ?? [];
    if (kind === undefined) {
      unexplained.push(line);
      continue;
    }
    const place = `${kind} ${currency} on ${network}`;
    const difference = amountOf(held).minus(amountOf(expected));
    const known = moved.get(place) ?? new Decimal(0);
    moved.delete(place);
    places.push({ place, difference: difference.toFixed() });
    if (!difference.equals(known))
      unexplained.push(`${place}: the chain differs by ${difference.toFixed()}, the lost sends by ${known.toFixed()}`);
  }
  for (const [place, known] of moved)
    if (!known.isZero()) unexplained.push(`${place}: the lost sends moved ${known.toFixed()}, the audit saw nothing`);
  return { places, unexplained };
}
