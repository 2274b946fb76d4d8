/** Goes somewhere else. */
type Leaving = () => void;
/** Shows the question; calls what it was given when the person would leave all the same. */
type Asker = (leave: Leaving) => void;

/** One entry for each form on the page that holds something which nobody has saved. */
const held = new Set<symbol>();
let asker: Asker | null = null;

/** Notes that a form holds something unsaved. Answers the way to take that back. */
export function holdPage(): () => void {
  const form = Symbol("form");
  held.add(form);
  return () => void held.delete(form);
}

export function isPageHeld(): boolean {
  return held.size > 0;
}

/** For the one component that shows the question. Answers the way to stop. */
export function registerLeaveGuard(shown: Asker): () => void {
  asker = shown;
  return () => {
    if (asker === shown) asker = null;
  };
}

/**
 * Leaves the page: at once where nothing is lost by it, else when the person says so. Asked once,
 * nothing holds the page any more.
 */
export function leaveIfConfirmed(leave: Leaving): void {
  if (isPageHeld() && asker !== null)
    asker(() => {
      held.clear();
      leave();
    });
  else leave();
}
