/**
 * Why no rule may credit a deposit by itself, whatever it came for. `token`: it carries a token, and we cannot make a signature for it. `excess`: its
 * message says that it is the rest of somebody's transfer of tokens. `dust`: spending it cost more than it holds when it became deep enough.
 */
export const PECULIARITIES = ["token", "excess", "dust"] as const;
export type Peculiarity = (typeof PECULIARITIES)[number];

/** The kind of case that a deposit is for its own sake; null where what it came for decides. */
export function ownCaseKind({ peculiarity }: { readonly peculiarity: string | null }): "wrong_token" | "extra" | null {
  if (peculiarity === null) return null;
  return peculiarity === "token" ? "wrong_token" : "extra";
}
