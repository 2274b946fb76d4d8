import { endpoint } from "@/lib/fronts/machine-api/endpoint";
import { listPaymentDiscounts } from "@/lib/fronts/machine-api/operations/services";
import { listDiscounts } from "@/lib/money-in/discounts/discounts";

export const POST = endpoint(listPaymentDiscounts, async ({ merchant }) => listDiscounts(merchant.id));
