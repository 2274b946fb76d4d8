/**
 * What a person has to show before a refused request is sent once more: that it is them
 * (`confirm`), or all of it (`sign-in`).
 */
export type ReauthKind = "confirm" | "sign-in";

/** Shows a dialog; true once the person has shown it, false when they would not. */
type Asker = (asked: ReauthKind) => Promise<boolean>;

let asker: Asker | null = null;
let pending: { readonly asked: ReauthKind; readonly answer: Promise<boolean> } | null = null;

/** For the one component that shows the dialogs. Answers the way to stop. */
export function registerReauth(shown: Asker): () => void {
  asker = shown;
  return () => {
    if (asker === shown) asker = null;
  };
}

/**
 * Asks the person, once for all requests that were refused meanwhile. False at once where no page
 * can ask.
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
