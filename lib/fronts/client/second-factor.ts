import { queryOptions } from "@tanstack/react-query";
import { z } from "zod";
import { fetchJson } from "@/lib/fronts/client/fetch-json";
import {
  type ConfirmInput,
  type PasskeyRequest,
  passkeyRequest,
  proofWays,
  recoveryCodesView,
  secondFactorView,
  startedTotp,
  type TurnOffTotpInput,
  waitingStepView,
} from "@/lib/people/identity/second-factor-schema";

/** What a person does about their second factor, and how they show it. */

const done = z.object({});
const post = { method: "POST" } as const;

export function secondFactorQuery() {
  return queryOptions({
    queryKey: ["account", "second-factor"],
    queryFn: ({ signal }) => fetchJson("/api/account/second-factor", secondFactorView, { signal }),
  });
}

export function startTotp(password: string) {
  return fetchJson("/api/account/totp", startedTotp, { ...post, body: { password } });
}

export function confirmTotp(code: string) {
  return fetchJson("/api/account/totp/confirm", recoveryCodesView, { ...post, body: { code } });
}

export function turnOffTotp(body: TurnOffTotpInput) {
  return fetchJson("/api/account/totp/off", done, { ...post, body });
}

export function renewRecoveryCodes() {
  return fetchJson("/api/account/recovery-codes", recoveryCodesView, { ...post, body: {} });
}

export function askForNewPasskey() {
  return fetchJson("/api/account/passkeys/options", passkeyRequest, { ...post, body: {} });
}

/** `response`: as the browser made it; the server judges it. */
export function addPasskey(body: { name: string; step: string; response: unknown }) {
  return fetchJson("/api/account/passkeys", recoveryCodesView, { ...post, body });
}

export function renamePasskey({ id, name }: { id: string; name: string }) {
  return fetchJson(`/api/account/passkeys/${encodeURIComponent(id)}`, done, { ...post, body: { name } });
}

export function removePasskey(id: string) {
  return fetchJson(`/api/account/passkeys/${encodeURIComponent(id)}`, done, { method: "DELETE" });
}

/** Of the person signed in, to confirm that it is them. */
export function confirmWaysQuery() {
  return queryOptions({
    queryKey: ["account", "confirm"],
    queryFn: ({ signal }) => fetchJson("/api/account/confirm", proofWays, { signal, mayAskAgain: false }),
    gcTime: 0,
    staleTime: 0,
  });
}

/** As a form holds it: what the browser made of a passkey is judged by the server. */
export type ShownProof =
  | Exclude<ConfirmInput, { kind: "passkey" }>
  | { kind: "passkey"; step: string; response: unknown };

export function confirmItIsMe(proof: ShownProof) {
  return fetchJson("/api/account/confirm", done, { ...post, body: { proof }, mayAskAgain: false });
}

export function askToConfirmByPasskey(): Promise<PasskeyRequest> {
  return fetchJson("/api/account/confirm/passkey", passkeyRequest, { ...post, body: {}, mayAskAgain: false });
}

/** What this browser's second step can be taken with. */
export function fetchWaitingStep() {
  return fetchJson("/api/account/sign-in", waitingStepView, { mayAskAgain: false });
}

export function leaveWaitingStep() {
  return fetchJson("/api/account/sign-in", done, { method: "DELETE", mayAskAgain: false });
}

export function askForPasskey(isSecondStep: boolean): Promise<PasskeyRequest> {
  return fetchJson("/api/account/sign-in/passkey", passkeyRequest, {
    ...post,
    body: { isSecondStep },
    mayAskAgain: false,
  });
}
