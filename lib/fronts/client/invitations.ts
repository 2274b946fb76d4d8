import { queryOptions } from "@tanstack/react-query";
import { z } from "zod";
import { fetchJson } from "@/lib/fronts/client/fetch-json";
import {
  type AcceptInvitationInput,
  type InviteMemberInput,
  type InviteMerchantInput,
  invitationList,
  type SignUpInput,
  sentInvitation,
} from "@/lib/people/identity/schema";

/** Invitations: of a merchant's owners to their merchant, of the operator to open one. */

const done = z.object({});

export type InvitationSource = "merchant" | "operator";
export type InvitationOf = { readonly from: InvitationSource; readonly id: string };

const pathOf = ({ from, id }: InvitationOf) => `/api/${from}/invitations/${encodeURIComponent(id)}`;

const openInvitations = (from: InvitationSource) =>
  queryOptions({
    queryKey: ["invitations", from],
    queryFn: ({ signal }) => fetchJson(`/api/${from}/invitations`, invitationList, { signal }),
  });

export const invitationQueries = {
  all: ["invitations"] as const,
  merchant: () => openInvitations("merchant"),
  operator: () => openInvitations("operator"),
};

export function inviteMember(input: InviteMemberInput) {
  return fetchJson("/api/merchant/invitations", sentInvitation, { method: "POST", body: input });
}

export function inviteMerchant(input: InviteMerchantInput) {
  return fetchJson("/api/operator/invitations", sentInvitation, { method: "POST", body: input });
}

/** A new link; the one that was sent before works no more. */
export function resendInvitation(invitation: InvitationOf) {
  return fetchJson(`${pathOf(invitation)}/resend`, sentInvitation, { method: "POST", body: {} });
}

export function revokeInvitation(invitation: InvitationOf) {
  return fetchJson(pathOf(invitation), done, { method: "DELETE" });
}

/** For who is signed in already. Answers the merchant that they are a member of now. */
export function acceptInvitation(input: AcceptInvitationInput) {
  return fetchJson("/api/invitations/accept", z.object({ merchantId: z.uuid() }), { method: "POST", body: input });
}

/** For who has no account yet. */
export function signUpByInvitation(input: SignUpInput) {
  return fetchJson("/api/invitations/sign-up", done, { method: "POST", body: input });
}
