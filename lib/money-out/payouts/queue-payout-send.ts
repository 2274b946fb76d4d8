import { database, type Tx } from "@/lib/kernel/db";
import type { Payout } from "@/lib/money-out/payouts/payout";
import type { CatalogService } from "@/lib/pricing/catalog/catalog-types";
import { findQuoteEstimate } from "@/lib/sending/fees/fee-quotes-repo";
import { queueSend } from "@/lib/sending/sends/queue-send";

/**
 * Orders the send of a payout whose money is reserved. What its fee was counted on for the network
 * goes with it: where the network asks more than twice of that, the send waits.
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

/** What keeps money from leaving at this moment, read at once for all services. */
type TerminalState = {
  /** Networks whose kill switch is set; `all` for everywhere. */
  readonly stopped: ReadonlySet<string>;
  /** Networks where something waits for gas. */
  readonly withoutGas: ReadonlySet<string>;
  /**
   * `<network>:<currency>` for which something waits because the hot wallet does not hold enough.
   */
  readonly withoutFunds: ReadonlySet<string>;
  /** `<network>:<currency>` of which the hot wallet holds something, by the books. */
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
 * Whether a payout by this service would go out at once: no kill switch is set, nothing of it waits
 * for funds or for the network's gas, and the hot wallet holds some of the coin by the books. A
 * payout that is ordered all the same waits in `check`. Pure: `readTerminalState` reads what it
 * judges, once for many services.
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
