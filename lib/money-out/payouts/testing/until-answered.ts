/** Errors of an overloaded machine: nothing was started, and the caller retries. */
const OVERLOADED = /Unable to start a transaction in the given time|timeout exceeded when trying to connect/;

/**
 * Repeats a call, as a shop's client does, until the gateway responds with a result or with a
 * refusal of its own.
 */
export async function untilAnswered<Result>(call: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof Error) || !OVERLOADED.test(error.message)) throw error;
    }
  }
}
