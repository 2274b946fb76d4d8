import { z } from "zod";
import { fresh } from "@/lib/dashboard/fresh";
import { member } from "@/lib/dashboard/gates";
import { sessionEndpoint } from "@/lib/dashboard/session-endpoint";
import { markAsPaid } from "@/lib/invoices/mark-as-paid";
import { markAsPaidForm } from "@/lib/invoices/mark-as-paid-schema";

/** Settles an invoice by a person's word, with their reason. The shop hears of it as of a payment, and hands over what was bought. */
export const POST = sessionEndpoint({
  access: fresh(member("invoice.create")),
  input: markAsPaidForm,
  output: z.object({}),
  handle: async ({ member: { merchantId, session }, input, now }) => {
    const by = { actorId: session.user.id, reason: input.reason };
    await markAsPaid(merchantId, { uuid: input.id, order_id: null }, now, by);
    return {};
  },
});
