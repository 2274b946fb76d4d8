/** A slot that one open stream occupies. */
export type StreamPlace = {
  /** Registers what runs at shutdown; runs it at once if shutdown has begun. */
  readonly whenClosing: (end: () => void) => void;
  readonly leave: () => void;
};

export type StreamPlaces = {
  /**
   * `full` if all slots are taken, or all of this page; `address` if this client has used up its
   * share. `address` is null for a client that is not counted.
   */
  readonly take: (pageId: string, address?: string | null) => StreamPlace | "full" | "address";
  readonly count: () => number;
  /** Ends every stream and gives out no more slots. */
  readonly close: () => void;
};

export type StreamLimits = { readonly all: number; readonly page: number; readonly address: number };

/**
 * Counts open streams in total, by page and by address, so that nobody can take so many that others
 * get none.
 */
export function createStreamPlaces(limits: () => StreamLimits): StreamPlaces {
  const byPage = createCount();
  const byAddress = createCount();
  const endings = new Set<{ end: () => void }>();
  let taken = 0;
  let isClosed = false;
  return {
    count: () => taken,
    take: (pageId, address = null) => {
      const { all, page, address: ofAddress } = limits();
      if (isClosed || taken >= all || byPage.of(pageId) >= page) return "full";
      if (address !== null && byAddress.of(address) >= ofAddress) return "address";
      taken += 1;
      byPage.add(pageId, 1);
      if (address !== null) byAddress.add(address, 1);
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
          taken -= 1;
          byPage.add(pageId, -1);
          if (address !== null) byAddress.add(address, -1);
        },
      };
    },
    close: () => {
      isClosed = true;
      for (const { end } of [...endings]) end();
    },
  };
}

function createCount() {
  const counts = new Map<string, number>();
  const of = (key: string) => counts.get(key) ?? 0;
  const add = (key: string, change: 1 | -1) => {
    const count = of(key) + change;
    if (count > 0) counts.set(key, count);
    else counts.delete(key);
  };
  return { of, add };
}
