/** A place that one open stream takes up. */
export type StreamPlace = {
  /** Called when the process ends; at once where it is ending already. */
  readonly whenClosing: (end: () => void) => void;
  readonly leave: () => void;
};

export type StreamPlaces = {
  /** Null when all places are taken, or those of this page are. */
  readonly take: (pageId: string) => StreamPlace | null;
  readonly count: () => number;
  /** Ends every stream and gives no place any more. */
  readonly close: () => void;
};

/** Counts open streams, in all and by page, so that nobody can hold so many that others get none. */
export function createStreamPlaces(limits: () => { readonly all: number; readonly page: number }): StreamPlaces {
  const byPage = new Map<string, number>();
  const endings = new Set<{ end: () => void }>();
  let taken = 0;
  let isClosed = false;
  const leave = (pageId: string) => {
    taken -= 1;
    const left = (byPage.get(pageId) ?? 1) - 1;
    if (left > 0) byPage.set(pageId, left);
    else byPage.delete(pageId);
  };
  return {
    count: () => taken,
    take: (pageId) => {
      const ofPage = byPage.get(pageId) ?? 0;
      if (isClosed || taken >= limits().all || ofPage >= limits().page) return null;
      taken += 1;
      byPage.set(pageId, ofPage + 1);
      const ending = { end: () => {} };
      let hasLeft = false;
      return {
        whenClosing: (end) => {
          ending.end = end;
          endings.add(ending);
          if (isClosed) end();
        },
        leave: () => {
          if (hasLeft) return;
          hasLeft = true;
          endings.delete(ending);
          leave(pageId);
        },
      };
    },
    close: () => {
      isClosed = true;
      for (const { end } of [...endings]) end();
    },
  };
}
