import { z } from "zod";

const HOST = /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*$/;
const HOST_CHARACTERS_MAX = 253;
/**
 * The longest host with `https://`, a port and a slash; international names are shorter as typed.
 */
const TYPED_CHARACTERS_MAX = HOST_CHARACTERS_MAX + "https://:65535/".length;
const THIS_MACHINE: readonly string[] = ["localhost", "127.0.0.1"];

/**
 * Normalises a typed origin to the form that browsers use: `https://shop.example`, international
 * names in punycode. Null for anything that is not exactly one origin: a path, a wildcard, a name
 * and password; and for http, except on localhost. Host names are validated strictly, because
 * origins become words of a content security policy.
 */
export function toEmbedOrigin(text: string): string | null {
  const typed = text.trim();
  if (typed.length > TYPED_CHARACTERS_MAX) return null;
  if (!/^https?:\/\/[^/?#\\@\s]+\/?$/i.test(typed) || !URL.canParse(typed)) return null;
  const { protocol, hostname, origin } = new URL(typed);
  if (!HOST.test(hostname) || hostname.length > HOST_CHARACTERS_MAX) return null;
  return protocol === "https:" || THIS_MACHINE.includes(hostname) ? origin : null;
}

/** What an owner may enter about the payment page's appearance. Safe for the browser. */

const EMBED_ORIGINS_MAX = 20;

export const LOGO_FILE_BYTES_MAX = 2 * 1024 * 1024;
export const LOGO_FILE_TOO_LARGE = "The image is larger than 2 MB. Use a smaller one.";

const accentInput = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^#[0-9a-f]{6}$/, "Enter the colour as # and six hex digits, such as #3d4cb8.");

export const brandInput = z.object({
  accent: accentInput.nullable(),
  embedOrigins: z
    .array(z.string())
    .max(EMBED_ORIGINS_MAX, `Enter at most ${EMBED_ORIGINS_MAX} sites.`)
    .transform((typed, context) => {
      const origins = typed.map(toEmbedOrigin);
      const wrong = typed[origins.indexOf(null)];
      if (wrong !== undefined) context.addIssue({ code: "custom", message: noOrigin(wrong) });
      return [...new Set(origins.filter((origin) => origin !== null))];
    }),
});

/** Omitted fields stay unchanged. */
export const brandChange = brandInput.partial();
export type BrandChange = z.output<typeof brandChange>;

/** The form's values: sites separated by blanks or line breaks, no colour as an empty string. */
export const brandForm = z.object({
  accent: z
    .string()
    .transform((text) => text.trim() || null)
    .pipe(brandInput.shape.accent),
  embedOrigins: z
    .string()
    .transform((text) => text.split(/\s+/).filter((site) => site !== ""))
    .pipe(brandInput.shape.embedOrigins),
});
export type BrandForm = z.input<typeof brandForm>;

function noOrigin(typed: string): string {
  const shown = typed.trim().slice(0, 80);
  return `“${shown}” is not a site address. Enter https:// and the host name without a path, such as https://shop.example.`;
}
