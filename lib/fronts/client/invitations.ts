import { z } from "zod";
import { fetchJson } from "@/lib/fronts/client/fetch-json";
import type { SignUpInput } from "@/lib/people/identity/schema";

/** For who has no account yet. */
export function signUpByInvitation(input: SignUpInput) {
  return fetchJson("/api/invitations/sign-up", z.object({}), { method: "POST", body: input });
}
