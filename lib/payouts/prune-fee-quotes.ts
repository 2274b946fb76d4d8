import { deleteUnusedQuotes } from "@/lib/payouts/fee-quotes-repo";

/** Long enough to look into what a merchant was told. */
const KEPT_MS = 24 * 60 * 60 * 1000;

/** Forgets what calculations were priced with a day after it ended; what a payout was priced with is kept. */
export async function pruneFeeQuotes(now = new Date()): Promise<void> {
  await deleteUnusedQuotes(new Date(now.getTime() - KEPT_MS));
}
