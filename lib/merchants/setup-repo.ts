import type { Tx } from "@/lib/db";

const SETUP_ROW = 1;

/** True when set-up was used or there is an operator, however they came to be. */
export async function isSetupDone(tx: Tx): Promise<boolean> {
  const state = await tx.setupState.findUnique({ where: { id: SETUP_ROW }, select: { closedAt: true } });
  if (state?.closedAt) return true;
  return (await tx.user.findFirst({ where: { isOperator: true }, select: { id: true } })) !== null;
}

/** Replaces the waiting code; false when set-up is closed. */
export async function storeSetupCode(tx: Tx, codeHash: Uint8Array<ArrayBuffer>): Promise<boolean> {
  const rows = await tx.$queryRaw<{ id: number }[]>`
    insert into setup_state as s (id, code_hash, updated_at) values (${SETUP_ROW}, ${codeHash}, now())
    on conflict (id) do update set code_hash = excluded.code_hash, updated_at = now() where s.closed_at is null
    returning id`;
  return rows.length === 1;
}

/** Closes set-up for ever if this is the waiting code; false otherwise. Of two that come at once, one gets true. */
export async function closeSetup(tx: Tx, codeHash: Uint8Array<ArrayBuffer>, closedAt: Date): Promise<boolean> {
  const { count } = await tx.setupState.updateMany({
    where: { id: SETUP_ROW, closedAt: null, codeHash },
    data: { closedAt, codeHash: null },
  });
  return count === 1;
}
