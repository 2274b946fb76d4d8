/**
 * Expressions that read a clock. The difference to an earlier reading depends on how busy the
 * machine was.
 */
const CLOCK = /\b(performance\.now|Date\.now|process\.(hrtime|uptime))\b|\bnew Date\(\)/;
const UPPER_BOUND = /\.toBeLessThan(OrEqual)?\(/;
const IDENTIFIER = /[A-Za-z_$][\w$]*/g;
/**
 * `const tookMs = performance.now() - begun`, `waits.push(Date.now() - sent)`, and values computed
 * from those.
 */
const ASSIGNED = /^\s*(?:const|let|var)?\s*([\w$]+)(?:\s*:\s*[^=]+)?\s*=(?!=|>)\s*(.*)$/;
const PUSHED = /\b([\w$]+)\.push\((.*)$/;
const RETURNED = /\breturn\b.*-/;

/**
 * Finds assertions that something took less than a certain time by the machine's clock, as
 * `line: text`. A variable counts as measured if it is a difference to a clock's reading, or
 * computed in one line from a measured one. Reports an upper bound on such a variable, or on the
 * difference itself. A time between two readings (`toBeLessThanOrEqual(Date.now())`) is not
 * reported, since it holds on any machine.
 */
export function findElapsedAssertions(text: string): string[] {
  const measured = new Set<string>();
  const found: string[] = [];
  let isInMeasuring: string | null = null;
  for (const [index, line] of text.split("\n").entries()) {
    const subject = line.split(UPPER_BOUND)[0] ?? "";
    if (UPPER_BOUND.test(line) && isMeasured(subject, measured)) found.push(`${index + 1}: ${line.trim()}`);
    const [, name, value = ""] = ASSIGNED.exec(line) ?? PUSHED.exec(line) ?? [];
    if (name !== undefined && isMeasured(value, measured)) measured.add(name);
    // A function that returns such a difference: its name counts as a clock.
    const opened = /^\s*(?:export )?(?:async )?(?:function ([\w$]+)|const ([\w$]+) = .*=> \{)/.exec(line);
    if (opened !== null) isInMeasuring = opened[1] ?? opened[2] ?? null;
    if (isInMeasuring !== null && RETURNED.test(line) && isMeasured(line, measured)) measured.add(isInMeasuring);
  }
  return found;
}

function isMeasured(expression: string, measured: ReadonlySet<string>): boolean {
  if (CLOCK.test(expression) && / - /.test(expression)) return true;
  const names: readonly string[] = expression.match(IDENTIFIER) ?? [];
  return names.some((name) => measured.has(name));
}
