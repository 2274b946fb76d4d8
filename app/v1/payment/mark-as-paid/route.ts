import { endpoint } from "@/lib/api/endpoint";
import { markPaymentAsPaid } from "@/lib/api/operations/payments-info";
import { markAsPaid } from "@/lib/invoices/mark-as-paid";

export const POST = endpoint(markPaymentAsPaid, ({ merchant, body }) => markAsPaid(merchant.id, body));
