/**
 * Code of one language for the things that a shop must get right. Each is run by a test where the
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
   * Two functions that judge a webhook: by its `sign` member, and by the headers of Standard
   * Webhooks.
   */
  readonly verify: string;
};
