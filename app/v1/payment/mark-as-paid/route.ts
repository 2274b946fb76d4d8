import { endpoint } from "@/lib/fronts/machine-api/endpoint";
import { markPaymentAsPaid } from "@/lib/fronts/machine-api/operations/payments-info";
import { markAsPaid } from "@/lib/money-in/invoices/mark-as-paid";

export const POST = endpoint(markPaymentAsPaid, ({ merchant, body }) => markAsPaid(merchant.id, body));
