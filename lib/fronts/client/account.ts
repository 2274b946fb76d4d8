import { z } from "zod";
import { fetchJson } from "@/lib/fronts/client/fetch-json";
import { rpc } from "@/lib/fronts/client/rpc";
import { leaveForMerchant } from "@/lib/fronts/client/shown-merchant";
import { routes } from "@/lib/fronts/paths/routes";
import type { ResetPasswordInput, SignUpInput } from "@/lib/people/identity/schema";
import { type PasskeyRequest, passkeyRequest, waitingStepView } from "@/lib/people/identity/second-factor-schema";
import type { SetupInput } from "@/lib/people/merchants/schema";

/** What a signed-in person does about themselves. */

const done = z.object({});

/** With which the keys of all begin that a person is told about themselves. */
export const ACCOUNT_KEY = ["account"] as const;

/**
 * Opens a page of that merchant, loaded whole: nothing of one merchant may be seen under the name
 * of another.
 */
export async function openMerchant(merchantId: string, path = routes.overview()) {
  await rpc.account.chooseMerchant.mutate({ merchantId });
  leaveForMerchant(path);
}

export function completeSetup(input: SetupInput) {
  return fetchJson("/api/setup", done, { method: "POST", body: input });
}

/** For who has no account yet. */
export function signUpByInvitation(input: SignUpInput) {
  return fetchJson("/api/invitations/sign-up", z.object({}), { method: "POST", body: input });
}

/** What a person shows of their second factor before anybody is signed in. */

/** What this browser's second step can be taken with. */
export function fetchWaitingStep() {
  return fetchJson("/api/account/sign-in", waitingStepView, { mayAskAgain: false });
}

export function leaveWaitingStep() {
  return fetchJson("/api/account/sign-in", z.object({}), { method: "DELETE", mayAskAgain: false });
}

export function askForPasskey(isSecondStep: boolean): Promise<PasskeyRequest> {
  return fetchJson("/api/account/sign-in/passkey", passkeyRequest, {
    method: "POST",
    body: { isSecondStep },
    mayAskAgain: false,
  });
}

/** A lost password, and the address that mails about an account go to. */

/** The answer is the same whether anybody has the address. */
export function askForReset(input: { email: string }) {
  return fetchJson("/api/account/forgot-password", done, { method: "POST", body: input });
}

export function resetPassword(input: ResetPasswordInput) {
  return fetchJson("/api/account/reset-password", done, { method: "POST", body: input });
}

export function confirmEmail(input: { token: string }) {
  return fetchJson("/api/account/confirm-email", done, { method: "POST", body: input });
}
