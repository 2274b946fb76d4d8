import { mutationOptions, queryOptions } from "@tanstack/react-query";
import { z } from "zod";
import { fetchJson } from "@/lib/fronts/client/fetch-json";
import { leaveForMerchant } from "@/lib/fronts/client/shown-merchant";
import { routes } from "@/lib/fronts/paths/routes";
import { type ChangePasswordInput, type SetupInput, sessionView } from "@/lib/people/merchants/schema";

/** What a signed-in person does about themselves. */

const done = z.object({});

export const accountQueries = {
  all: ["account"] as const,
  sessions: () =>
    queryOptions({
      queryKey: ["account", "sessions"],
      queryFn: ({ signal }) => fetchJson("/api/account/sessions", z.array(sessionView), { signal }),
    }),
};

/** Opens a page of that merchant, loaded whole: nothing of one merchant may be seen under the name of another. */
export async function openMerchant(merchantId: string, path = routes.overview()) {
  await fetchJson("/api/account/merchant", done, { method: "POST", body: { merchantId } });
  leaveForMerchant(path);
}

export function completeSetup(input: SetupInput) {
  return fetchJson("/api/setup", done, { method: "POST", body: input });
}

export function saveProfile(input: { name: string }) {
  return fetchJson("/api/account/profile", done, { method: "POST", body: input });
}

export function changePassword(input: ChangePasswordInput) {
  return fetchJson("/api/account/password", done, { method: "POST", body: input });
}

export const revokeSessionMutation = mutationOptions({
  mutationKey: ["account", "sessions", "revoke"],
  mutationFn: (id: string) => fetchJson(`/api/account/sessions/${encodeURIComponent(id)}`, done, { method: "DELETE" }),
});

/** Signs all other browsers of the person out; answers how many there were. */
export function revokeOtherSessions() {
  return fetchJson("/api/account/sessions", z.object({ count: z.int() }), { method: "DELETE" });
}
