/**
 * How far this process's clock may be from the database's. Expiry times, cooldowns, limits,
 * one-time codes and signatures are decided by the process's clock; with NTP, clocks differ by
 * milliseconds.
 */
export const CLOCK_APART_MS_MAX = 30_000;

/**
 * After this the database's clock is read again, in case that one has jumped, or this process's
 * clocks have stopped together, as those of a suspended virtual machine do.
 */
const MEASURED_FOR_MS = 10_000;

/** This process's clock differs from the database's by more than that. Not a caller's error. */
export class WrongClock extends Error {
  override readonly name = "WrongClock";

  /** @param aheadMs negative: this clock is behind */
  constructor(aheadMs: number) {
    const seconds = Math.round(Math.abs(aheadMs) / 1_000);
    super(`this machine's clock is ${seconds} s ${aheadMs > 0 ? "ahead of" : "behind"} the database's`);
  }
}

export type ClockGuard = {
  /**
   * Reads the database's clock and returns by how many milliseconds this process's is ahead at
   * least; negative: behind.
   */
  readonly measure: () => Promise<number>;
  /**
   * Asks the database only while the clocks do not agree as far as is known, or ten seconds after
   * it was last asked; a jump of this process's clock is noticed at once by its monotonic clock.
   * @throws WrongClock unless the clocks agree
   */
  readonly assert: () => Promise<void>;
};

/**
 * The database's clock minus the monotonic one is between these, as it was read at some time
 * between asking and the answer.
 */
type Measured = { readonly from: number; readonly to: number; readonly at: number };

/** Creates the guard of one process. `readNow` returns the database's present time. */
export function createClockGuard(readNow: () => Promise<Date>): ClockGuard {
  let measured: Measured | null = null;
  let asking: Promise<Measured> | null = null;

  const ask = (): Promise<Measured> => {
    asking ??= read(readNow)
      .then((result) => {
        measured = result;
        return result;
      })
      .finally(() => {
        asking = null;
      });
    return asking;
  };

  return {
    measure: async () => aheadBy(await ask()),
    async assert() {
      if (measured !== null && isNear(measured)) {
        // Nobody waits for it: if it fails, so does what the caller is about to do.
        if (performance.now() - measured.at > MEASURED_FOR_MS) void ask().catch(() => undefined);
        return;
      }
      const now = await ask();
      if (!isNear(now)) throw new WrongClock(aheadBy(now));
    },
  };
}

async function read(readNow: () => Promise<Date>): Promise<Measured> {
  const before = performance.now();
  const now = (await readNow()).getTime();
  const at = performance.now();
  return { from: now - at, to: now - before, at };
}

function isNear(measured: Measured): boolean {
  return Math.abs(aheadBy(measured)) <= CLOCK_APART_MS_MAX;
}

function aheadBy({ from, to }: Measured): number {
  const own = Date.now() - performance.now();
  return own - Math.min(Math.max(own, from), to);
}
