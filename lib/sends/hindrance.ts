import type { WaitReason } from "@/lib/sends/wait-reason";

/** Why a send cannot be signed right now, with the reason in words for the operator. */
export type Hindrance = { readonly reason: WaitReason; readonly detail: string };
