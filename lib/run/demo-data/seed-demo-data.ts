import { assertSandbox, type DemoDataSummary, findOwner, insertDemoData } from "@/lib/run/demo-data/repo";

/** Fewer do not fill a year; more than a sandbox's play money covers is rejected by the books. */
const INVOICES_MIN = 200;
const INVOICES_MAX = 2_000_000;

/**
 * Fills a sandbox with a year of one merchant: invoices in all states with quotes, timelines,
 * deposits, credits, cases, refunds, payouts and files of them, static and blocked wallets,
 * payments from a balance, conversions, transfers, a referred shop, refund requests, webhooks with
 * their attempts, people and their notifications, and the journal of all of it, which balances. All
 * or nothing.
 *
 * Nothing has to exist on a chain: deposits were swept and paid out, and the remainder withdrawn;
 * deposits that wait for a decision are on networks without a node here. `npm run audit` is clean
 * afterwards.
 *
 * @throws Error with a readable message if the database is no sandbox, the merchant is unknown or
 *   has a year already, or the liabilities would not be covered
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
