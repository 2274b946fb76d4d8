"use client";

import { useEffect, useState } from "react";

/** Below the header: a section that reaches this far up is being read. */
const READ_FROM_TOP_PX = 96;

/**
 * Returns the id of the section that is being read: the last that begins above the upper edge of
 * the text. Null before the first, and without script.
 */
export function useReaderPosition(ids: readonly string[]): string | null {
  const [current, setCurrent] = useState<string | null>(null);
  const key = ids.join(" ");
  useEffect(() => {
    const sections = key.split(" ").flatMap((id) => document.getElementById(id) ?? []);
    let frame = 0;
    const measure = () => {
      frame = 0;
      const isAtEnd = window.innerHeight + window.scrollY >= document.documentElement.scrollHeight - 2;
      const begun = sections.filter((section) => section.getBoundingClientRect().top <= READ_FROM_TOP_PX);
      // The last section may be too short to reach the top.
      const read = isAtEnd && window.scrollY > 0 ? sections.at(-1) : begun.at(-1);
      setCurrent(read?.id ?? null);
    };
    const onScroll = () => {
      frame ||= requestAnimationFrame(measure);
    };
    measure();
    window.addEventListener("scroll", onScroll, { passive: true });
    window.addEventListener("resize", onScroll);
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener("scroll", onScroll);
      window.removeEventListener("resize", onScroll);
    };
  }, [key]);
  return current;
}
