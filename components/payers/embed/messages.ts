/**
 * What the payment page in a frame and the shop's page around it say to each other, each to the
 * other's exact origin. The shop's page speaks first, so that the payment page knows which of the
 * merchant's sites it stands in.
 */
export type ShopMessage = { readonly type: "chaintill:hello" };

export type FrameMessage =
  /** The page is there. */
  | { readonly type: "chaintill:ready"; readonly uuid: string }
  /** It is final, and enough came. For the eye: what a shop ships by is its webhook. */
  | { readonly type: "chaintill:paid"; readonly uuid: string; readonly status: PaidStatus }
  /** Escape was pressed in it. */
  | { readonly type: "chaintill:close" };

export type PaidStatus = "paid" | "paid_over";

/** Null for anything else that pages send to each other. */
export function readFrameMessage(data: unknown): FrameMessage | null {
  if (typeof data !== "object" || data === null) return null;
  const { type, uuid, status } = data as Readonly<Record<string, unknown>>;
  if (type === "chaintill:close") return { type };
  if (typeof uuid !== "string") return null;
  if (type === "chaintill:ready") return { type, uuid };
  return type === "chaintill:paid" && (status === "paid" || status === "paid_over") ? { type, uuid, status } : null;
}
