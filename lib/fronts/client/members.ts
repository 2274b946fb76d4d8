import { queryOptions } from "@tanstack/react-query";
import { z } from "zod";
import { fetchJson } from "@/lib/fronts/client/fetch-json";
import { membersView } from "@/lib/people/members/members-schema";

const done = z.object({});

export const memberQueries = {
  list: () =>
    queryOptions({
      queryKey: ["members"],
      queryFn: ({ signal }) => fetchJson("/api/merchant/members", membersView, { signal }),
    }),
};

export function changeRole({ userId, role }: { readonly userId: string; readonly role: string }) {
  return fetchJson(`/api/merchant/members/${userId}`, done, { method: "POST", body: { role } });
}

export function removeFromMerchant(userId: string) {
  return fetchJson(`/api/merchant/members/${userId}`, done, { method: "DELETE" });
}

export function leaveMerchant() {
  return fetchJson("/api/merchant/leave", done, { method: "POST", body: {} });
}

export function requireSecondFactor(isRequired: boolean) {
  return fetchJson("/api/merchant/second-factor", done, { method: "POST", body: { isRequired } });
}
