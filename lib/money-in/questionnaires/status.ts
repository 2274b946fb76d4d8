/** How far a questionnaire is, in the words of the wire: not answered, answered, decided by the operator, too late to answer. */
export const AML_STATUSES = ["init", "pending", "completed", "expired"] as const;
export type AmlStatus = (typeof AML_STATUSES)[number];

export type AmlTimes = {
  /** Until then it can be answered. */
  readonly expiresAt: Date;
  readonly submittedAt: Date | null;
  /** When everything that it asks about was decided, or another took its place. */
  readonly closedAt: Date | null;
};

/** Follows from the times alone, so that no job has to move it. What nobody answered in time stays `expired`. Pure. */
export function amlStatusOf({ expiresAt, submittedAt, closedAt }: AmlTimes, now: Date): AmlStatus {
  if (submittedAt !== null) return closedAt === null ? "pending" : "completed";
  if (expiresAt <= (closedAt ?? now)) return "expired";
  return closedAt === null ? "init" : "completed";
}
