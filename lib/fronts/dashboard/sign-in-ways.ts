/** The ways to a session, as next-auth's addresses name them. */
export const SIGN_IN_WAYS = ["credentials", "second-step", "passkey"] as const;
export type SignInWay = (typeof SIGN_IN_WAYS)[number];
