import { endpoint } from "@/lib/fronts/machine-api/endpoint";
import { setPaymentDiscount } from "@/lib/fronts/machine-api/operations/services";
import { setDiscount } from "@/lib/money-in/discounts/discounts";

export const POST = endpoint(setPaymentDiscount, async ({ merchant, body }) => setDiscount(merchant.id, body));
