import { z } from "zod";
import { fetchJson } from "@/lib/fronts/client/fetch-json";
import type { ResetPasswordInput } from "@/lib/people/identity/schema";

/** A lost password, and the address that mails about an account go to. */

const done = z.object({});

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
