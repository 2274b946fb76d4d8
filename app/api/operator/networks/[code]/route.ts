import { z } from "zod";
import { changeNetwork } from "@/lib/fronts/admin/change-network";
import { networkCode } from "@/lib/fronts/admin/form-schema";
import { readNetwork } from "@/lib/fronts/admin/networks-queries";
import { networkDetailView, networkForm } from "@/lib/fronts/admin/networks-schema";
import { fresh } from "@/lib/fronts/dashboard/fresh";
import { operator } from "@/lib/fronts/dashboard/gates";
import { sessionEndpoint } from "@/lib/fronts/dashboard/session-endpoint";

export const GET = sessionEndpoint({
  access: operator(),
  input: z.object({ code: networkCode }),
  output: networkDetailView,
  handle: ({ now, input }) => readNetwork(input.code, now),
});

/** Switches it on or off, and says how many confirmations it needs. */
export const POST = sessionEndpoint({
  access: fresh(operator()),
  input: networkForm,
  output: z.object({}),
  handle: async ({ session, input }) => {
    await changeNetwork(input, session.user.id);
    return {};
  },
});
