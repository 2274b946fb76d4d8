import { z } from "zod";
import { operator } from "@/lib/dashboard/gates";
import { sessionEndpoint } from "@/lib/dashboard/session-endpoint";
import { decimal } from "@/lib/money/decimal";
import { treasuryForm } from "@/lib/operations/treasury-schema";
import { drawTreasury, fillTreasury } from "@/lib/treasury/fill-treasury";

/** Sets capital aside for conversions, or takes it back. */
export const POST = sessionEndpoint({
  access: operator(),
  input: treasuryForm,
  output: z.object({}),
  handle: async ({ session, input: { direction, amount, ...rest } }) => {
    const move = direction === "fill" ? fillTreasury : drawTreasury;
    await move({ ...rest, amount: decimal(amount), actorId: session.user.id });
    return {};
  },
});
