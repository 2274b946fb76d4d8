import { signIn } from "next-auth/react";

const TOO_MANY = "too-many-attempts";
const WRONG = "CredentialsSignin";

export type SignInOutcome = { readonly isSignedIn: true } | { readonly isSignedIn: false; readonly message: string };

/** Tries an e-mail and a password; what went wrong comes back as a sentence for the form. */
export async function signInWithPassword(email: string, password: string): Promise<SignInOutcome> {
  try {
    const answer = await signIn("credentials", { email, password, redirect: false });
    if (answer?.ok && !answer.error) return { isSignedIn: true };
    return { isSignedIn: false, message: explain(answer?.error) };
  } catch {
    // next-auth's client throws when the answer is no JSON: the network, a proxy, or a refused origin.
    return { isSignedIn: false, message: explain(undefined) };
  }
}

function explain(error: string | null | undefined): string {
  if (error === WRONG) return "That e-mail and password do not belong together.";
  if (error === TOO_MANY) return "Too many attempts. Wait a quarter of an hour and try again.";
  return "Signing in did not work. Check the connection, and that the address of this page is the gateway's own.";
}
