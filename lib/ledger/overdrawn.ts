import { sqlState } from "@/lib/db";

/** Raised by the trigger `account_balances_guard`. */
const OVERDRAWN = "CT001";

/** Whether the database refused an entry because a balance would have gone below zero: somebody else spent it at the same moment. */
export function isOverdrawn(error: unknown): boolean {
  return sqlState(error) === OVERDRAWN;
}
