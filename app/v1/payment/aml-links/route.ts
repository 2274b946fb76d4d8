import { listAmlLinks } from "@/lib/aml/list-links";
import { endpoint } from "@/lib/api/endpoint";
import { listPaymentAmlLinks } from "@/lib/api/operations/aml-links";

export const POST = endpoint(listPaymentAmlLinks, ({ merchant, body }) => listAmlLinks(merchant.id, body));
