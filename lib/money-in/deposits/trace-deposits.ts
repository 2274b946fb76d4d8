import { log } from "@/lib/kernel/log";
import { recorder } from "@/lib/kernel/tracing/recorder";
import type { DepositOwner } from "@/lib/money-in/deposits/chain-repo";

/** Anybody can send any number of transfers; each of these costs a few microseconds. */
const TRACED_MAX = 1_000;

/**
 * Notes deposits that were recorded, in the traces and at the log level `debug` under the ids of
 * their owners (an invoice, a wallet); those beyond the first thousand are not noted.
 */
export function traceDeposits(networkCode: string, readToHeight: number, recorded: readonly DepositOwner[]): void {
  for (const { id, ownerId } of recorded.slice(0, TRACED_MAX)) {
    const trace = ownerId ?? id;
    const attributes = {
      "chaintill.network": networkCode,
      "chaintill.deposit_id": id,
      "chaintill.read_to_height": readToHeight,
    };
    log().debug({ trace, step: "deposit", ...attributes }, "step");
    recorder()?.start({ name: "deposit", kind: "internal", trace, parent: null, attributes }).end();
  }
}
