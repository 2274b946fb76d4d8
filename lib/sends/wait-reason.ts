/** Why a send is not signed yet. Pure, and safe for the browser. */
export const WAIT_REASONS = [
  /** The hot wallet does not hold enough of the coin. */
  "funds",
  /** Nor of the native coin that the network's fee is paid in. */
  "gas",
  /** The network asks more than twice of what the send was priced with. */
  "fee",
  /** The chain would refuse it right now. */
  "refused",
  /** A kill switch is set. */
  "stopped",
  /** Its merchant's payouts are blocked, or who ordered it is suspended. */
  "blocked",
  /** Its merchant rests for 24 hours. */
  "rest",
  /** Who ordered it may pay out for its merchant no longer. */
  "orderer",
  /** More than may leave the network within an hour, with what has left. */
  "cap",
  /** By itself more than may leave the network within an hour. */
  "above-cap",
  /** A withdrawal to an address that the worker's list does not name. */
  "unlisted",
  /** What must be in the database before anything is signed is missing, or contradicts it. */
  "unproven",
] as const;

export type WaitReason = (typeof WAIT_REASONS)[number];

/** Whether the merchant makes such a wait by itself, when it likes: whoever ends one calls it off for the merchant. */
export function isMerchantsDoing(reason: WaitReason | null): boolean {
  return reason === "rest" || reason === "orderer";
}
