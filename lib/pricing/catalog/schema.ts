import { z } from "zod";

const amountText = z.string().regex(/^[0-9]+\.[0-9]{2,}$/);

/** One element of the interface's service lists, for payments and for payouts. Exactly these keys: some clients refuse more. */
export const serviceView = z
  .strictObject({
    network: z.string().describe("Network code in upper case"),
    currency: z.string().describe("Currency code"),
    is_available: z.boolean(),
    limit: z.strictObject({
      min_amount: amountText.describe("8 decimals, in the currency"),
      max_amount: amountText.describe("8 decimals, in the currency"),
    }),
    commission: z.strictObject({
      fee_amount: amountText.describe("Fixed part, in the currency"),
      percent: amountText.describe("In percent, 2 decimals"),
    }),
  })
  .meta({ id: "Service" });

export type ServiceView = z.infer<typeof serviceView>;

export const serviceListView = z.array(serviceView);
