import { z } from "zod";
import { fetchJson } from "@/lib/fronts/client/fetch-json";
import { rpc } from "@/lib/fronts/client/rpc";
import { leaveForMerchant } from "@/lib/fronts/client/shown-merchant";
import { routes } from "@/lib/fronts/paths/routes";
import type { ResetPasswordInput, SignUpInput } from "@/lib/people/identity/schema";
import { type PasskeyRequest, passkeyRequest, waitingStepView } from "@/lib/people/identity/second-factor-schema";
import type { SetupInput } from "@/lib/people/merchants/schema";

/** Requests of a signed-in user about their own account. */

const done = z.object({});

/** Prefix of all query keys about the user's own account. */
export const ACCOUNT_KEY = ["account"] as const;

/**
 * Opens a page of that merchant with a full load: no data of one merchant may be shown under the
 * name of another.
 */
export async function openMerchant(merchantId: string, path = routes.overview()) {
  await rpc.account.chooseMerchant.mutate({ merchantId });
  leaveForMerchant(path);
}

export function completeSetup(input: SetupInput) {
  return fetchJson("/api/setup", done, { method: "POST", body: input });
}

/** For invited people without an account. */
export function signUpByInvitation(input: SignUpInput) {
  return fetchJson("/api/invitations/sign-up", z.object({}), { method: "POST", body: input });
}

/** Second-factor requests before sign-in. */

/** Returns the methods that this browser can use for the second step. */
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

/** A lost password, and the address for mails about an account. */

/** The response is the same whether or not an account has this address. */
export function askForReset(input: { email: string }) {
  return fetchJson("/api/account/forgot-password", done, { method: "POST", body: input });
}

export function resetPassword(input: ResetPasswordInput) {
  return fetchJson("/api/account/reset-password", done, { method: "POST", body: input });
}

export function confirmEmail(input: { token: string }) {
  return fetchJson("/api/account/confirm-email", done, { method: "POST", body: input });
}
