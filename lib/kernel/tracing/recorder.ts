import type { Attributes, OpenSpan } from "@/lib/kernel/work-context";

export type NewSpan = {
  /** Of few different values: `POST /v1/payment`, `job settle-deposits`. */
  readonly name: string;
  readonly kind: "server" | "client" | "internal";
  /**
   * Id of the request or object whose trace it belongs to; null: that of `parent`, or its own. With
   * `isRoot` it is the first span of that trace.
   */
  readonly trace: string | null;
  readonly isRoot?: boolean;
  /** The span under way. In another trace it is linked instead. */
  readonly parent: OpenSpan | null;
  /** Other objects that it is about: each gets a span of the same time in its own trace. */
  readonly also?: readonly string[];
  readonly attributes?: Attributes;
};

/** Where spans go. Neither function throws, and neither waits for the collector. */
export type Recorder = {
  readonly start: (span: NewSpan) => OpenSpan;
  /** Sends what is left, for at most a few seconds. */
  readonly stop: () => Promise<void>;
};

let current: Recorder | null = null;

/** Null while traces are off, which is the default. */
export function recorder(): Recorder | null {
  return current;
}

/** @returns the one before */
export function setRecorder(next: Recorder | null): Recorder | null {
  const before = current;
  current = next;
  return before;
}
