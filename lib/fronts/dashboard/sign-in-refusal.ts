/**
 * What the sign-in form is told besides "wrong", as next-auth's client hands it on. Safe for the
 * browser.
 */
export const SIGN_IN_REFUSAL = {
  /** Attempts ran out. */
  tooMany: "too-many-attempts",
  /** Too many wrong ones came from elsewhere: this browser is not known. */
  closed: "closed-to-strangers",
  /** The password is right; now the second factor. */
  secondStep: "second-step",
  /** The second step took too long, or too many tries: begin again. */
  stepOver: "step-over",
  /** The gateway could not. */
  unavailable: "unavailable",
} as const;
