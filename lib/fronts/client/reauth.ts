/**
 * What a user must do before a rejected request is retried: confirm their identity (`confirm`), or
 * sign in again (`sign-in`).
 */
export type ReauthKind = "confirm" | "sign-in";

/** Shows a dialog; resolves to true once the user has authenticated, false if they decline. */
type Asker = (asked: ReauthKind) => Promise<boolean>;

let asker: Asker | null = null;
let pending: { readonly asked: ReauthKind; readonly answer: Promise<boolean> } | null = null;

/** Registers the one component that shows the dialogs. Returns a function to unregister it. */
export function registerReauth(shown: Asker): () => void {
  asker = shown;
  return () => {
    if (asker === shown) asker = null;
  };
}

/**
 * Prompts the user once for all requests rejected meanwhile. Returns false at once if no dialog is
 * registered.
 */
export async function requestReauth(asked: ReauthKind): Promise<boolean> {
  if (pending?.asked === asked) return pending.answer;
  if (pending !== null) await pending.answer;
  if (asker === null) return false;
  const answer = asker(asked).finally(() => {
    pending = null;
  });
  pending = { asked, answer };
  return answer;
}
