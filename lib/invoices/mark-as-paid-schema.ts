import { z } from "zod";

/** `POST /v1/payment/mark-as-paid`. */
export const markAsPaidView = z.strictObject({ success: z.literal(true), message: z.string() });
export type MarkAsPaidView = z.output<typeof markAsPaidView>;
