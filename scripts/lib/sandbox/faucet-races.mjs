/**
 * The faucet of a sandbox chain of the EVM family, from which several processes pay at the same
 * time. The chain signs for it, and gives two concurrent payers the same nonce.
 */
import { setTimeout as pause } from "node:timers/promises";

const TRIES_MAX = 50;
const PAUSE_MS = 20;
/**
 * A node's errors when another transaction of the same account took the nonce between the lookup
 * and its entry into the mempool.
 */
const LOST_RACE = /nonce too low|already (known|imported)|underpriced/i;

/**
 * Fees of every payment from the faucet. The tip is the minimum: a node would choose a hundred
 * times what a quiet chain needs, and everything sent within the next blocks would correctly wait,
 * because the network costs so much more than was expected. The highest fee is always the same, far
 * above any base fee of a sandbox: of two payments with one nonce the node then rejects the second.
 * A node's own estimate changes with each block, and the higher one would replace the other payment
 * after its id was returned.
 */
export const FAUCET_FEES = { maxPriorityFeePerGas: "0x1", maxFeePerGas: `0x${(10n ** 13n).toString(16)}` };

/**
 * Retries while another payer was faster: the node rejected the payment, so nothing of it is on the
 * chain and it may be sent again.
 * @throws what `send` threw, at once for any other error
 */
export async function againWhileRaced(send) {
  for (let tried = 1; ; tried += 1) {
    try {
      return await send();
    } catch (error) {
      if (tried === TRIES_MAX || !LOST_RACE.test(reasonOf(error))) throw error;
      // Random, so that the losers of one race do not retry at the same time.
      await pause(PAUSE_MS * tried * Math.random());
    }
  }
}

/** The node's own message, which the gateway's error may carry as its cause. */
function reasonOf(error) {
  if (!(error instanceof Error)) return "";
  return error.cause instanceof Error ? error.cause.message : error.message;
}
