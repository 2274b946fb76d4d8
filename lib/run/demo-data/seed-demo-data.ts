import { assertSandbox, type DemoDataSummary, findOwner, insertDemoData } from "@/lib/run/demo-data/repo";

/**
 * Fewer show nothing of a year; more than a sandbox's play money covers is refused by the books.
 */
const INVOICES_MIN = 200;
const INVOICES_MAX = 2_000_000;

/**
 * Fills a sandbox with a year of one merchant: invoices of all states with quotes, time lines,
 * deposits, credits, cases, refunds, payouts and files of them, static and blocked wallets,
 * payments from a balance, conversions, transfers, a referred shop, wishes for money back, webhooks
 * with their attempts, people and what they were told, and the journal of all of it, which
 * balances. All or nothing.
 *
 * Nothing of it has to be on a chain: what came in was swept, paid out, and what was left
 * withdrawn; what waits for a decision stands on networks that no node serves here. `npm run audit`
 * is clean afterwards.
 *
 * @throws Error in words where the database is no sandbox, the merchant is unknown or has a year
 *   already, or what would be owed is not covered
 */
export async function seedDemoData(wanted: {
  readonly invoices: number;
  readonly email: string | null;
}): Promise<DemoDataSummary> {
  const { invoices, email } = wanted;
  if (!Number.isInteger(invoices) || invoices < INVOICES_MIN || invoices > INVOICES_MAX) {
    throw new Error(`--invoices takes a whole number from ${INVOICES_MIN} to ${INVOICES_MAX}`);
  }
  await assertSandbox();
  return insertDemoData(await findOwner(email), invoices);
}
