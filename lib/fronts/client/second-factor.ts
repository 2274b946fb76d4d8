import { z } from "zod";
import { fetchJson } from "@/lib/fronts/client/fetch-json";
import { type PasskeyRequest, passkeyRequest, waitingStepView } from "@/lib/people/identity/second-factor-schema";

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
