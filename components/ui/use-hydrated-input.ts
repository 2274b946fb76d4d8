"use client";

import { type RefObject, useEffect, useRef } from "react";

/**
 * For a controlled field: input typed, or filled in by the browser, before hydration is passed to
 * `onChange` right after it. React keeps such text in the DOM but does not know of it, and would
 * overwrite it with its own value at the next change.
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
