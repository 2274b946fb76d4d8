import { database } from "@/lib/db";

/** What keeps money from leaving at this moment, read at once for all services. */
export type TerminalState = {
  /** Networks whose kill switch is set; `all` for everywhere. */
  readonly stopped: ReadonlySet<string>;
  /** Networks where something waits for gas. */
  readonly withoutGas: ReadonlySet<string>;
  /** `<network>:<currency>` for which something waits because the hot wallet does not hold enough. */
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
