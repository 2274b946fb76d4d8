import { signIn } from "next-auth/react";
import { answerPasskeyRequest } from "@/components/people/auth/passkey-browser";
import { askForPasskey } from "@/lib/fronts/client/account";
import { RequestFailure } from "@/lib/fronts/client/fetch-json";
import { SIGN_IN_REFUSAL } from "@/lib/fronts/dashboard/sign-in-refusal";
import type { ConfirmInput } from "@/lib/people/identity/second-factor-schema";

const WRONG = "CredentialsSignin";

export type SignInOutcome =
  | { readonly isSignedIn: true }
  /**
   * `secondStep`: the password was correct, and a second factor is required. `begin`: back to the
   * password.
   */
  | { readonly isSignedIn: false; readonly next: "again" | "secondStep" | "begin"; readonly message: string };

/** Signs in with e-mail and password; returns an error as a message for the form. */
export function signInWithPassword(email: string, password: string): Promise<SignInOutcome> {
  return trySignIn("credentials", { email, password }, "Wrong e-mail address or password.");
}

/** Submits the second factor, after the password. */
export function showSecondFactor(proof: ConfirmInput): Promise<SignInOutcome> {
  const wrong = {
    password: "Wrong password.",
    code: "This code is wrong or was already used. Wait for the next one.",
    recovery: "This recovery code is wrong or was already used.",
    passkey: "That passkey was not accepted.",
  }[proof.kind];
  return trySignIn("second-step", { proof: JSON.stringify(proof) }, wrong);
}

/** Signs in with a passkey alone; returns null if the user closed the browser's dialog. */
export async function signInWithPasskey(): Promise<SignInOutcome | null> {
  try {
    const request = await askForPasskey(false);
    const response = await answerPasskeyRequest(request);
    if (response === null) return null;
    const fields = { step: request.step, response: JSON.stringify(response) };
    return await trySignIn("passkey", fields, "That passkey is not registered here.");
  } catch (error) {
    if (!(error instanceof RequestFailure)) throw error;
    return { isSignedIn: false, next: "again", message: error.message };
  }
}

async function trySignIn(provider: string, fields: Record<string, string>, wrong: string): Promise<SignInOutcome> {
  try {
    const answer = await signIn(provider, { ...fields, redirect: false });
    if (answer?.ok && !answer.error) return { isSignedIn: true };
    return refusal(answer?.error, wrong);
  } catch {
    // next-auth's client throws if the response is not JSON: the network, a proxy, or a refused
    // origin.
    return refusal(undefined, wrong);
  }
}

function refusal(error: string | null | undefined, wrong: string): SignInOutcome {
  const refused = { isSignedIn: false, next: "again" } as const;
  if (error === WRONG) return { ...refused, message: wrong };
  if (error === SIGN_IN_REFUSAL.secondStep)
    return { ...refused, next: "secondStep", message: "Complete two-factor authentication." };
  if (error === SIGN_IN_REFUSAL.stepOver) {
    const message = "This took too long, or there were too many wrong codes. Start again with your password.";
    return { ...refused, next: "begin", message };
  }
  if (error === SIGN_IN_REFUSAL.tooMany) {
    return {
      ...refused,
      message: "Too many attempts. Try again in 15 minutes, or tomorrow if there were many today.",
    };
  }
  if (error === SIGN_IN_REFUSAL.closed) {
    const message =
      "Too many failed sign-in attempts today. Use a browser you have signed in with before, or set a new password with “Forgot your password?”.";
    return { ...refused, message };
  }
  const message = "Sign-in failed. Check your connection, and that this page has the gateway's own address.";
  return { ...refused, message };
}
