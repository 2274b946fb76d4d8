import { z } from "zod";

/** `GET /v1/exchange-rate/{currency}/list`: what stands in the path. */
export const listRatesInput = z.object({ currency: z.string().max(64, "validation.max.string") });

const courseView = z.strictObject({
  from: z.string(),
  to: z.string(),
  course: z
    .string()
    .describe("Units of `to` for one of `from`: 8 decimals; below 0.001, 8 digits that count, whatever they take"),
});
export type CourseView = z.output<typeof courseView>;

export const courseListView = z.array(courseView);
