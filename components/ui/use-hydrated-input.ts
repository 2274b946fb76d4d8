"use client";

import { type RefObject, useEffect, useRef } from "react";

/**
 * For a field whose value React holds: what somebody typed, or a browser filled in, before the
 * page's script came is told to `onChange` as soon as it has. React leaves such text where it is
 * but does not know of it, and would put its own value over it at the next change.
 */
export function useHydratedInput<Element extends HTMLInputElement | HTMLTextAreaElement>(
  value: string,
  onChange: (value: string) => void,
): RefObject<Element | null> {
  const element = useRef<Element>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once, when the script takes the field over
  useEffect(() => {
    const typed = element.current?.value;
    if (typed !== undefined && typed !== value) onChange(typed);
  }, []);
  return element;
}
