import { database, type Tx } from "@/lib/kernel/db";
import type { Payout } from "@/lib/money-out/payouts/payout";
import type { CatalogService } from "@/lib/pricing/catalog/catalog-types";
import { findQuoteEstimate } from "@/lib/sending/fees/fee-quotes-repo";
import { queueSend } from "@/lib/sending/sends/queue-send";

/**
 * Queues the send of a payout whose funds are reserved. Includes the network cost on which its fee
 * is based: the send waits while the network cost is more than twice that.
 */
export async function queuePayoutSend(tx: Tx, payout: Payout): Promise<void> {
  await queueSend(tx, {
    purpose: "payout",
    purposeId: payout.id,
    networkCode: payout.networkCode,
    currencyCode: payout.payerCode,
    amount: payout.sentAmount,
    fromAddress: null,
    toAddress: payout.address,
    memo: payout.memo,
    priority: payout.priority,
    feeExpected: payout.feeQuoteId === null ? null : await findQuoteEstimate(tx, payout.feeQuoteId),
  });
}

/** What currently prevents sends, read once for all services. */
type TerminalState = {
  /** Networks whose kill switch is set; `all` for every network. */
  readonly stopped: ReadonlySet<string>;
  /** Networks with a send that waits for gas. */
  readonly withoutGas: ReadonlySet<string>;
  /** `<network>:<currency>` with a send that waits because the hot wallet does not hold enough. */
  readonly withoutFunds: ReadonlySet<string>;
  /** `<network>:<currency>` with a positive hot wallet balance in the books. */
  readonly held: ReadonlySet<string>;
};

type Row = { readonly what: keyof TerminalState; readonly name: string };

export async function readTerminalState(): Promise<TerminalState> {
  const rows = await database().$queryRaw<Row[]>`
    SELECT 'stopped' AS what, scope AS name FROM send_stops
    UNION
    SELECT 'withoutGas', network_code FROM sends WHERE status = 'queued' AND wait_reason = 'gas'
    UNION
    SELECT 'withoutFunds', network_code || ':' || currency_code FROM sends WHERE status = 'queued' AND wait_reason = 'funds'
    UNION
    SELECT 'held', a.owner_id || ':' || a.currency_code FROM accounts a JOIN account_balances b ON b.account_id = a.id
      WHERE a.class = 'custody' AND a.kind = 'hot' GROUP BY a.id HAVING sum(b.balance) > 0`;
  const named = (wanted: keyof TerminalState) =>
    new Set(rows.filter(({ what }) => what === wanted).map(({ name }) => name));
  return {
    stopped: named("stopped"),
    withoutGas: named("withoutGas"),
    withoutFunds: named("withoutFunds"),
    held: named("held"),
  };
}

/**
 * Returns whether a payout by this service would be sent immediately: no kill switch is set, no
 * send of it waits for funds or for the network's gas, and the hot wallet holds some of the coin
 * according to the books. A payout created anyway waits in `check`. Pure: `readTerminalState` reads
 * the state once for many services.
 */
export function isTerminalOpen(
  state: TerminalState,
  { network, currency }: Pick<CatalogService, "network" | "currency">,
): boolean {
  const name = `${network.code}:${currency.code}`;
  if (state.stopped.has("all") || state.stopped.has(network.code)) return false;
  if (state.withoutGas.has(network.code) || state.withoutFunds.has(name)) return false;
  return state.held.has(name);
}
