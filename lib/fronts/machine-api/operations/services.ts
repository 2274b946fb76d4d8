import { z } from "zod";
import { defineOperation } from "@/lib/fronts/machine-api/operation";
import { serviceListView } from "@/lib/pricing/catalog/schema";

/** `POST /v1/payment/services` */
export const listPaymentServices = defineOperation({
  method: "POST",
  path: "/v1/payment/services",
  group: "Invoices",
  title: "List what can be paid with",
  description: "Every coin on every network with limits and commission, and whether it can be used right now.",
  keys: ["payment"],
  input: z.object({}),
  output: serviceListView,
  refusals: [],
  example: {
    request: {},
    result: [
      {
        network: "TRON",
        currency: "USDT",
        is_available: true,
        limit: { min_amount: "1.00000000", max_amount: "1000000.00000000" },
        commission: { fee_amount: "0.00", percent: "1.00" },
      },
    ],
  },
});
