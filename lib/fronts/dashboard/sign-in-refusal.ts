/**
 * Reasons of a failed sign-in other than wrong credentials, as next-auth's client passes them on.
 * Safe for the browser.
 */
export const SIGN_IN_REFUSAL = {
  /** No attempts left. */
  tooMany: "too-many-attempts",
  /** Too many wrong attempts from elsewhere, and this browser is unknown. */
  closed: "closed-to-strangers",
  /** The password is correct; the second factor is next. */
  secondStep: "second-step",
  /** The second step expired or ran out of attempts: start again. */
  stepOver: "step-over",
  /** An internal error. */
  unavailable: "unavailable",
} as const;
