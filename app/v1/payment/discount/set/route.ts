import { endpoint } from "@/lib/api/endpoint";
import { setPaymentDiscount } from "@/lib/api/operations/discounts";
import { setDiscount } from "@/lib/discounts/set-discount";

export const POST = endpoint(setPaymentDiscount, async ({ merchant, body }) => setDiscount(merchant.id, body));
