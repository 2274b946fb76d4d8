const NAME = "sent-from-wallet";

let last = "";

/** Kept for this tab, so that reloading the page does not offer to send the same again. */
export function rememberSent(key: string): void {
  last = key;
  try {
    sessionStorage.setItem(NAME, key);
  } catch {
    // Storage may be switched off; while the page stays open, the variable does.
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
