const TRIES = 5;
/** What one text from outside may cost a web process. */
const CPU_MS_MAX = 50;
/**
 * How many times reading a text may be what judging it costs, where 50 ms are less: on a machine
 * that is slow at everything.
 */
const READINGS_MAX = 20;

/**
 * What is said of work on a text that took too much, however often it was tried; null for work that
 * did not.
 */
export function excessOf(text: string, work: () => unknown): Promise<string | null> {
  return excessOver(work, { plain: () => JSON.parse(JSON.stringify(text)), times: READINGS_MAX });
}

/**
 * The same of work that costs something with any text: at most 50 ms, or `times` as much as with a
 * plain one.
 */
export async function excessOver(
  work: () => unknown,
  { plain, times }: { readonly plain: () => unknown; readonly times: number },
): Promise<string | null> {
  const took = await leastCpuMs(work, CPU_MS_MAX);
  if (took <= CPU_MS_MAX) return null;
  const most = Math.max(CPU_MS_MAX, times * (await leastCpuMs(plain, 0)));
  return took <= most ? null : `${Math.round(took)} ms, ${(took / most).toFixed(1)} times what is allowed`;
}

/** The least of some tries, of which the first that is as good as `goodMs` is the last. */
async function leastCpuMs(work: () => unknown, goodMs: number): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let count = 0; count < TRIES && least > goodMs; count += 1) least = Math.min(least, await cpuMsOf(work));
  return least;
}

/**
 * Time of this process on a processor, not on a clock: what else the machine does is not counted.
 */
async function cpuMsOf(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
