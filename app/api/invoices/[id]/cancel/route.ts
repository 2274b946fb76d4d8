import { z } from "zod";
import { member } from "@/lib/fronts/dashboard/gates";
import { sessionEndpoint } from "@/lib/fronts/dashboard/session-endpoint";
import { cancelInvoice } from "@/lib/money-in/invoices/cancel-invoice";

/** Closes an open invoice that nobody has paid. */
export const POST = sessionEndpoint({
  access: member("invoice.create"),
  input: z.object({ id: z.uuid() }),
  output: z.object({}),
  handle: async ({ member: { merchantId, session }, input }) => {
    await cancelInvoice({ merchantId, invoiceId: input.id, actorId: session.user.id });
    return {};
  },
});
