/**
 * Messages between the payment page in a frame and the shop's page around it, each sent to the
 * other's exact origin. The shop's page sends the first one, so that the payment page knows which
 * of the merchant's sites embeds it.
 */
export type ShopMessage = { readonly type: "chaintill:hello" };

export type FrameMessage =
  /** The page has loaded. */
  | { readonly type: "chaintill:ready"; readonly uuid: string }
  /** The payment is final and sufficient. For display only: a shop ships on its webhook. */
  | { readonly type: "chaintill:paid"; readonly uuid: string; readonly status: PaidStatus }
  /** Escape was pressed in the frame. */
  | { readonly type: "chaintill:close" };

export type PaidStatus = "paid" | "paid_over";

/** Returns null for any other message between pages. */
export function readFrameMessage(data: unknown): FrameMessage | null {
  if (typeof data !== "object" || data === null) return null;
  const { type, uuid, status } = data as Readonly<Record<string, unknown>>;
  if (type === "chaintill:close") return { type };
  if (typeof uuid !== "string") return null;
  if (type === "chaintill:ready") return { type, uuid };
  return type === "chaintill:paid" && (status === "paid" || status === "paid_over") ? { type, uuid, status } : null;
}
