/**
 * One language's code for the parts that a shop must get right. A test runs each one if the
 * language is installed.
 */
export type Snippet = {
  readonly id: string;
  readonly label: string;
  /** A function from the exact bytes of a body and a key to `sign`. */
  readonly sign: string;
  /**
   * A function from method, path, the exact bytes of a body and a key to the value of
   * `x-signature`.
   */
  readonly signTimed: string;
  /**
   * Two functions that verify a webhook: by its `sign` member, and by the headers of Standard
   * Webhooks.
   */
  readonly verify: string;
};
