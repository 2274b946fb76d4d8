import type { SignInStepKind } from "@/lib/generated/prisma/client";
import type { Tx } from "@/lib/kernel/db";

export type SignInStepRow = {
  readonly id: string;
  readonly userId: string | null;
  /** What an authenticator has to sign; empty where none was asked. */
  readonly challenge: Uint8Array;
};

export type NewSignInStep = {
  readonly kind: SignInStepKind;
  readonly userId: string | null;
  readonly challenge: Uint8Array<ArrayBuffer>;
  readonly expiresAt: Date;
};

/** Writes a step, and clears away those that are over. */
export async function insertSignInStep(tx: Tx, step: NewSignInStep, now: Date): Promise<string> {
  await tx.signInStep.deleteMany({ where: { expiresAt: { lt: now } } });
  return (await tx.signInStep.create({ data: step, select: { id: true } })).id;
}

/** A step that still waits; null when it was used, is over, is of another kind or never was. */
export function selectOpenStep(tx: Tx, id: string, kind: SignInStepKind, now: Date): Promise<SignInStepRow | null> {
  return tx.signInStep.findFirst({
    where: { id, kind, usedAt: null, expiresAt: { gt: now } },
    select: { id: true, userId: true, challenge: true },
  });
}

/** Asks an authenticator in a step that waits already. */
export async function storeChallenge(tx: Tx, id: string, challenge: Uint8Array<ArrayBuffer>): Promise<void> {
  await tx.signInStep.updateMany({ where: { id, usedAt: null }, data: { challenge } });
}

/** Counts one try before it is judged, and answers how many there were with it; null when there were `most` before. Parallel tries are all counted. */
export async function countStepAttempt(tx: Tx, id: string, most: number): Promise<number | null> {
  const rows = await tx.$queryRaw<{ attempts: number }[]>`
    UPDATE sign_in_steps SET attempts = attempts + 1
     WHERE id = ${id}::uuid AND used_at IS NULL AND attempts < ${most}
    RETURNING attempts`;
  return rows[0]?.attempts ?? null;
}

/** Uses a step up; false when somebody else did, or it is over. Of two at the same moment, one gets true. */
export async function takeStep(tx: Tx, id: string, now: Date): Promise<boolean> {
  const { count } = await tx.signInStep.updateMany({
    where: { id, usedAt: null, expiresAt: { gt: now } },
    data: { usedAt: now },
  });
  return count === 1;
}
