import { z } from "zod";
import type { Tx } from "@/lib/db";
import { settleOwner } from "@/lib/deposits/owners";
import { defineJob } from "@/lib/jobs/define-job";
import { enqueueAll } from "@/lib/jobs/enqueue";

/** Looks at all deposits of one owner again. */
export const settleDepositsJob = defineJob({
  name: "settle-deposits",
  payload: z.object({ ownerKind: z.string(), ownerId: z.uuid() }),
  run: ({ ownerKind, ownerId }) => settleOwner(ownerKind, ownerId),
});

/** Asks for owners to be settled, in the transaction that saw the reason. Waiting requests merge. */
export async function enqueueSettlements(
  tx: Tx,
  owners: readonly { readonly ownerKind: string; readonly ownerId: string }[],
): Promise<void> {
  await enqueueAll(
    tx,
    settleDepositsJob,
    owners.map((owner) => ({ payload: owner, key: `settle:${owner.ownerKind}:${owner.ownerId}` })),
  );
}
