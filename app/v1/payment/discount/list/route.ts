import { endpoint } from "@/lib/api/endpoint";
import { listPaymentDiscounts } from "@/lib/api/operations/discounts";
import { listDiscounts } from "@/lib/discounts/queries";

export const POST = endpoint(listPaymentDiscounts, async ({ merchant }) => listDiscounts(merchant.id));
