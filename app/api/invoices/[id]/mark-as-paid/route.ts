import { z } from "zod";
import { member } from "@/lib/dashboard/gates";
import { sessionEndpoint } from "@/lib/dashboard/session-endpoint";
import { markAsPaid } from "@/lib/invoices/mark-as-paid";
import { markAsPaidForm } from "@/lib/invoices/mark-as-paid-schema";

/** Settles an invoice by a person's word, with their reason. */
export const POST = sessionEndpoint({
  access: member("invoice.create"),
  input: markAsPaidForm,
  output: z.object({}),
  handle: async ({ member: { merchantId, session }, input, now }) => {
    const by = { actorId: session.user.id, reason: input.reason };
    await markAsPaid(merchantId, { uuid: input.id, order_id: null }, now, by);
    return {};
  },
});
