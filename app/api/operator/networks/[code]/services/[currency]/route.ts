import { z } from "zod";
import { changeService } from "@/lib/fronts/admin/change-service";
import { serviceForm } from "@/lib/fronts/admin/networks-schema";
import { fresh } from "@/lib/fronts/dashboard/fresh";
import { operator } from "@/lib/fronts/dashboard/gates";
import { sessionEndpoint } from "@/lib/fronts/dashboard/session-endpoint";

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
