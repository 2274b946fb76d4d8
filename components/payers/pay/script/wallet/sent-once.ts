const NAME = "sent-from-wallet";

let last = "";

/** Stored for this tab, so that a reloaded page does not offer to send the same again. */
export function rememberSent(key: string): void {
  last = key;
  try {
    sessionStorage.setItem(NAME, key);
  } catch {
    // Storage may be disabled; while the page stays open, the variable suffices.
  }
}

export function isSent(key: string): boolean {
  if (key === last) return true;
  try {
    return sessionStorage.getItem(NAME) === key;
  } catch {
    return false;
  }
}
