import type { CatalogService } from "@/lib/catalog/catalog-types";
import type { TerminalState } from "@/lib/payouts/terminal-repo";

/**
 * Whether a payout by this service would go out at once: no kill switch is set, nothing of it waits for funds or for the network's gas, and
 * the hot wallet holds some of the coin by the books. A payout that is ordered all the same waits in `check`. Pure: `readTerminalState`
 * reads what it judges, once for many services.
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
