import { z } from "zod";
import { fresh } from "@/lib/dashboard/fresh";
import { operator } from "@/lib/dashboard/gates";
import { sessionEndpoint } from "@/lib/dashboard/session-endpoint";
import { changeService } from "@/lib/operations/change-service";
import { serviceForm } from "@/lib/operations/networks-schema";

/** Fees and limits of a coin on a network, and whether it is offered. */
export const POST = sessionEndpoint({
  access: fresh(operator()),
  input: serviceForm,
  output: z.object({}),
  handle: async ({ session, input }) => {
    await changeService(input, session.user.id);
    return {};
  },
});
