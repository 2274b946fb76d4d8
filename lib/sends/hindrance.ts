import type { WaitReason } from "@/lib/sends/wait-reason";

/** Why a send cannot be signed right now, with the reason in words for the operator. */
export type Hindrance = {
  readonly reason: WaitReason;
  readonly detail: string;
  /** It could not even be looked at (a node in trouble, a coin that the catalog lost): it never fails because of that. */
  readonly isTrouble?: boolean;
};

/** Which of some sends cannot be signed now, by their ids, and why each of them; empty: all may go. */
export type Barred = ReadonlyMap<string, Hindrance>;
