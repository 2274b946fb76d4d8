import { raiseAlarm } from "@/lib/kernel/alarms/raise-alarm";
import { crashPoint } from "@/lib/kernel/crash-point";
import { withTransaction } from "@/lib/kernel/db";
import { log } from "@/lib/kernel/log";
import type { CatalogNetwork } from "@/lib/pricing/catalog/catalog-types";
import type { Engine } from "@/lib/sending/sends/engine";
import { leadOf, type Outgoing } from "@/lib/sending/sends/outgoing";
import { findLife } from "@/lib/sending/sends/prove-dead";

export type BuryingNetwork = Pick<CatalogNetwork, "code" | "confirmations" | "isSandbox" | "nativeCurrency">;

/** A way to die of which the chain can be asked. */
export type Death = {
  /** Whether it looks as if it had died so, by one node's word. */
  readonly isLikely: (outgoing: Outgoing) => Promise<boolean>;
  /** Ends what is proven dead; false when it changed meanwhile. */
  readonly bury: (outgoing: Outgoing) => Promise<boolean>;
  /** For the operator, after what it carries and before why it is not proven. */
  readonly isWaiting: string;
  /** For the log. */
  readonly said: { readonly ended: string; readonly unproven: string };
};

/** Ends the transactions that are proven dead in this way; where the proof is missing the operator hears of it. */
export async function buryEach(
  { driver }: Engine,
  network: BuryingNetwork,
  { absent, death }: { readonly absent: readonly Outgoing[]; readonly death: Death },
  signal: AbortSignal,
): Promise<void> {
  for (const outgoing of absent) {
    const about = { network: network.code, outgoingId: outgoing.id };
    try {
      if (!(await death.isLikely(outgoing))) continue;
      const life = await findLife(driver, network, outgoing, { isOperators: false }, signal);
      if (life !== null) {
        await tellUnproven(outgoing, `on ${network.code} ${death.isWaiting}: ${life}`);
      } else if (await death.bury(outgoing)) {
        crashPoint("send:expired");
        log().warn(about, death.said.ended);
      }
    } catch (error) {
      signal.throwIfAborted();
      // One that cannot be judged is looked at again; the others do not wait for it.
      log().warn({ ...about, err: error }, death.said.unproven);
    }
  }
}

async function tellUnproven(outgoing: Outgoing, why: string): Promise<void> {
  const { purpose, purposeId } = leadOf(outgoing);
  const message = `${purpose} ${purposeId} ${why}`;
  await withTransaction((tx) => raiseAlarm(tx, { kind: "send-stuck", subject: outgoing.id, message }));
}
