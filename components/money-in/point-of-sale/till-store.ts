"use client";

import { useCallback, useSyncExternalStore } from "react";
import { EMPTY_TILL, readTill, type Till } from "@/components/money-in/point-of-sale/till";

/** Survives a reload of the page; one per merchant, shared by the tabs of a browser. */
const keyOf = (merchantId: string) => `chaintill.till.${merchantId}`;

const tills = new Map<string, Till>();
const listeners = new Set<() => void>();

function read(merchantId: string): Till {
  const known = tills.get(merchantId);
  if (known !== undefined) return known;
  const till = readTill(stored(keyOf(merchantId)));
  tills.set(merchantId, till);
  return till;
}

/** A browser may refuse storage: the sale then lives as long as the page. */
function stored(key: string): string | null {
  try {
    return window.localStorage.getItem(key);
  } catch {
    return null;
  }
}

function write(merchantId: string, till: Till): void {
  tills.set(merchantId, till);
  try {
    window.localStorage.setItem(keyOf(merchantId), JSON.stringify(till));
  } catch {
    // Kept in memory.
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  const onOtherTab = ({ key }: StorageEvent) => {
    for (const merchantId of tills.keys()) if (key === null || key === keyOf(merchantId)) tills.delete(merchantId);
    listener();
  };
  listeners.add(listener);
  window.addEventListener("storage", onOtherTab);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", onOtherTab);
  };
}

export type TillState = {
  readonly till: Till;
  /** Kept before it returns. */
  readonly change: (part: Partial<Till>) => void;
};

/** What this device keeps for a merchant. Empty while the page is drawn by the server. */
export function useTill(merchantId: string): TillState {
  const till = useSyncExternalStore(
    subscribe,
    () => read(merchantId),
    () => EMPTY_TILL,
  );
  const change = useCallback(
    (part: Partial<Till>) => write(merchantId, { ...read(merchantId), ...part }),
    [merchantId],
  );
  return { till, change };
}
