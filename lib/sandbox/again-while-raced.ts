const TRIES = 30;
const PAUSE_MS = 40;
/** How a node says that another transaction of the same account took the nonce between its look and its entry into the pool. */
const LOST_RACE = /nonce too low|already imported|already known|underpriced/i;

/**
 * Sends again while another sender of the same account was quicker. A sandbox chain signs for its faucet by itself, and gives two
 * payers who press at once the same nonce: the second is refused, so nothing of it is on the chain and it may be sent anew.
 * @throws what `send` threw, at once when it is of another kind
 */
export async function againWhileRaced<Result>(send: () => Promise<Result>): Promise<Result> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await send();
    } catch (error) {
      if (tried === TRIES || !LOST_RACE.test(reasonOf(error))) throw error;
      // Not all losers of one race at the same moment.
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS * tried * Math.random()));
    }
  }
}

/** The node's own words, which our error may carry as its cause. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return "";
  return error.cause instanceof Error ? error.cause.message : error.message;
}
