import { z } from "zod";

/** `POST /v1/payment/mark-as-paid`. */
export const markAsPaidView = z.strictObject({ success: z.literal(true), message: z.string() });
export type MarkAsPaidView = z.output<typeof markAsPaidView>;

const REASON_CHARACTERS_MAX = 200;

/** What the pages send. */
export const markAsPaidForm = z.object({
  id: z.uuid(),
  reason: z.string().trim().min(3, "Say how it was paid.").max(REASON_CHARACTERS_MAX, "Say it shorter."),
});
export type MarkAsPaidForm = z.output<typeof markAsPaidForm>;
