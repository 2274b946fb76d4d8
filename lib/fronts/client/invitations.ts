import { queryOptions } from "@tanstack/react-query";
import { z } from "zod";
import { fetchJson } from "@/lib/fronts/client/fetch-json";
import {
  type AcceptInvitationInput,
  type InviteMerchantInput,
  invitationList,
  type SignUpInput,
  sentInvitation,
} from "@/lib/people/identity/schema";

/** Invitations to open a merchant, and what whoever is invited does. */

const done = z.object({});

const pathOf = (id: string) => `/api/operator/invitations/${encodeURIComponent(id)}`;

export const invitationQueries = {
  operator: () =>
    queryOptions({
      queryKey: ["invitations", "operator"],
      queryFn: ({ signal }) => fetchJson("/api/operator/invitations", invitationList, { signal }),
    }),
};

export function inviteMerchant(input: InviteMerchantInput) {
  return fetchJson("/api/operator/invitations", sentInvitation, { method: "POST", body: input });
}

/** A new link; the one that was sent before works no more. */
export function resendInvitation({ id }: { readonly id: string }) {
  return fetchJson(`${pathOf(id)}/resend`, sentInvitation, { method: "POST", body: {} });
}

export function revokeInvitation({ id }: { readonly id: string }) {
  return fetchJson(pathOf(id), done, { method: "DELETE" });
}

/** For who is signed in already. Answers the merchant that they are a member of now. */
export function acceptInvitation(input: AcceptInvitationInput) {
  return fetchJson("/api/invitations/accept", z.object({ merchantId: z.uuid() }), { method: "POST", body: input });
}

/** For who has no account yet. */
export function signUpByInvitation(input: SignUpInput) {
  return fetchJson("/api/invitations/sign-up", done, { method: "POST", body: input });
}
