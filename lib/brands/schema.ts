import { z } from "zod";
import { toEmbedOrigin } from "@/lib/brands/embed-origin";

/** What an owner may type about the payment page's looks. Safe for the browser. */

export const EMBED_ORIGINS_MAX = 20;

const accentInput = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^#[0-9a-f]{6}$/, "Write the colour as # and six digits, such as #3d4cb8.");

export const brandInput = z.object({
  accent: accentInput.nullable(),
  embedOrigins: z
    .array(z.string())
    .max(EMBED_ORIGINS_MAX, `Name at most ${EMBED_ORIGINS_MAX} sites.`)
    .transform((typed, context) => {
      const origins = typed.map(toEmbedOrigin);
      const wrong = typed[origins.indexOf(null)];
      if (wrong !== undefined) context.addIssue({ code: "custom", message: noOrigin(wrong) });
      return [...new Set(origins.filter((origin) => origin !== null))];
    }),
});
export type BrandInput = z.output<typeof brandInput>;

function noOrigin(typed: string): string {
  const shown = typed.trim().slice(0, 80);
  return `“${shown}” is not the address of one site. Write https:// and its name, without a path, such as https://shop.example.`;
}
