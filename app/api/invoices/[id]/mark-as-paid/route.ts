import { z } from "zod";
import { fresh } from "@/lib/fronts/dashboard/fresh";
import { member } from "@/lib/fronts/dashboard/gates";
import { sessionEndpoint } from "@/lib/fronts/dashboard/session-endpoint";
import { markAsPaidForm } from "@/lib/money-in/invoices/dashboard-schema";
import { markAsPaid } from "@/lib/money-in/invoices/mark-as-paid";

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
