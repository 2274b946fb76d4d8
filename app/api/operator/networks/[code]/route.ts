import { z } from "zod";
import { fresh } from "@/lib/dashboard/fresh";
import { operator } from "@/lib/dashboard/gates";
import { sessionEndpoint } from "@/lib/dashboard/session-endpoint";
import { changeNetwork } from "@/lib/operations/change-network";
import { networkCode } from "@/lib/operations/form-schema";
import { readNetwork } from "@/lib/operations/networks-queries";
import { networkDetailView, networkForm } from "@/lib/operations/networks-schema";

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
