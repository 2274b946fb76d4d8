import { z } from "zod";

/** The create form. Bounds are those of the machine API (schema.ts), said in words. Safe for the browser. */

const URL_CHARACTERS_MAX = 255;

/** An empty field is an absent one. */
function optional<Schema extends z.ZodType<string, string>>(schema: Schema) {
  return z.union([z.literal("").transform(() => null), schema]);
}

const code = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9]{1,16}$/, "Choose one.");

export const newWalletInput = z.object({
  coin: code,
  network: code,
  orderId: z
    .string()
    .trim()
    .min(1, "Enter your own name for it, for example the customer's number.")
    .max(100, { error: "Use at most 100 characters.", abort: true })
    .regex(/^[A-Za-z0-9_-]*$/, "Use letters, digits, dashes and underscores."),
  urlCallback: optional(
    z
      .string()
      .trim()
      .max(URL_CHARACTERS_MAX, `Use at most ${URL_CHARACTERS_MAX} characters.`)
      .pipe(z.url({ protocol: /^https?$/, error: "Enter a whole address, beginning with https://." })),
  ),
});
/** As the form holds it. */
export type NewWalletForm = z.input<typeof newWalletInput>;
export type NewWalletInput = z.output<typeof newWalletInput>;
