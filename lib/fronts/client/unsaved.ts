/** Navigates away. */
type Leaving = () => void;
/** Shows the prompt; calls its argument if the user confirms leaving. */
type Asker = (leave: Leaving) => void;

/** One entry for each form on the page with unsaved changes. */
const held = new Set<symbol>();
let asker: Asker | null = null;

/** Marks a form as having unsaved changes. Returns a function to undo that. */
export function holdPage(): () => void {
  const form = Symbol("form");
  held.add(form);
  return () => void held.delete(form);
}

export function isPageHeld(): boolean {
  return held.size > 0;
}

/** Registers the one component that shows the prompt. Returns a function to unregister it. */
export function registerLeaveGuard(shown: Asker): () => void {
  asker = shown;
  return () => {
    if (asker === shown) asker = null;
  };
}

/**
 * Leaves the page: at once if nothing is lost, otherwise after the user confirms. After
 * confirmation, no form holds the page any more.
 */
export function leaveIfConfirmed(leave: Leaving): void {
  if (isPageHeld() && asker !== null)
    asker(() => {
      held.clear();
      leave();
    });
  else leave();
}
