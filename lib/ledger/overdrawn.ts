import { sqlState } from "@/lib/db";

/** Raised by the trigger `account_balances_guard`. */
const OVERDRAWN = "CT001";

/** Whether the database refused an entry because a balance would have gone below zero: somebody else spent it at the same moment. */
export function isOverdrawn(error: unknown): boolean {
  return sqlState(error) === OVERDRAWN;
}

/**
 * Runs a command that judges balances and takes from them, each time in a transaction of its own. Where the database refuses it all the
 * same, it is run once more: it then judges what is left, and says itself what is missing, the balance or the treasury. Refused once more,
 * it is `refusal` to whoever asked, never a fault.
 */
export async function judgeAnew<Result>(command: () => Promise<Result>, refusal: () => Error): Promise<Result> {
  try {
    return await command();
  } catch (error) {
    if (!isOverdrawn(error)) throw error;
  }
  return await command().catch((error: unknown) => {
    throw isOverdrawn(error) ? refusal() : error;
  });
}
