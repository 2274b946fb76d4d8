import { listAmlLinks } from "@/lib/exceptions/questionnaires/ask-again";
import { endpoint } from "@/lib/fronts/machine-api/endpoint";
import { listPaymentAmlLinks } from "@/lib/fronts/machine-api/operations/payments-info";

export const POST = endpoint(listPaymentAmlLinks, ({ merchant, body }) => listAmlLinks(merchant.id, body));
