const TRIES = 5;
/** Maximum CPU time of a web process for one external text. */
const CPU_MS_MAX = 50;
/**
 * On a slow machine, where 50 ms are too little: the maximum as a multiple of the time to read the
 * text.
 */
const READINGS_MAX = 20;

/** Returns a message if work on a text took too long in every attempt; null otherwise. */
export function excessOf(text: string, work: () => unknown): Promise<string | null> {
  return excessOver(work, { plain: () => JSON.parse(JSON.stringify(text)), times: READINGS_MAX });
}

/**
 * Same for work that has a cost with any text: at most 50 ms, or `times` as much as with a plain
 * one.
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

/** Returns the shortest of several attempts; stops early at the first one within `goodMs`. */
async function leastCpuMs(work: () => unknown, goodMs: number): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let count = 0; count < TRIES && least > goodMs; count += 1) least = Math.min(least, await cpuMsOf(work));
  return least;
}

/** CPU time of this process instead of elapsed time: other load on the machine does not count. */
async function cpuMsOf(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
