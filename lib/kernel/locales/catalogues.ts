import { ALL_LOCALES, type Locale } from "@/lib/kernel/locales/locales";
import english from "@/lib/kernel/messages/en/pay.json";

/** Messages by name, nested as in the file. */
type MessageTree = { readonly [name: string]: string | MessageTree };

type Leaf<Tree> = {
  [Name in keyof Tree & string]: Tree[Name] extends string ? Name : `${Name}.${Leaf<Tree[Name]>}`;
}[keyof Tree & string];

/**
 * The key of a message, `waiting.title`. A key that the English catalogue lacks does not compile.
 */
export type TextKey = Leaf<typeof english>;

export type Catalogue = Readonly<Record<TextKey, string>>;

/** One line per folder of `lib/kernel/messages`; a language is offered once it is listed here. */
const LOADERS: Partial<Readonly<Record<Locale, () => Promise<MessageTree>>>> = {
  en: async () => english,
  de: async () => (await import("@/lib/kernel/messages/de/pay.json")).default,
  vi: async () => (await import("@/lib/kernel/messages/vi/pay.json")).default,
  id: async () => (await import("@/lib/kernel/messages/id/pay.json")).default,
  nl: async () => (await import("@/lib/kernel/messages/nl/pay.json")).default,
  it: async () => (await import("@/lib/kernel/messages/it/pay.json")).default,
  pl: async () => (await import("@/lib/kernel/messages/pl/pay.json")).default,
  "pt-BR": async () => (await import("@/lib/kernel/messages/pt-BR/pay.json")).default,
  fr: async () => (await import("@/lib/kernel/messages/fr/pay.json")).default,
  es: async () => (await import("@/lib/kernel/messages/es/pay.json")).default,
  tr: async () => (await import("@/lib/kernel/messages/tr/pay.json")).default,
  cs: async () => (await import("@/lib/kernel/messages/cs/pay.json")).default,
  ru: async () => (await import("@/lib/kernel/messages/ru/pay.json")).default,
  uk: async () => (await import("@/lib/kernel/messages/uk/pay.json")).default,
  he: async () => (await import("@/lib/kernel/messages/he/pay.json")).default,
  ar: async () => (await import("@/lib/kernel/messages/ar/pay.json")).default,
  fa: async () => (await import("@/lib/kernel/messages/fa/pay.json")).default,
  "zh-CN": async () => (await import("@/lib/kernel/messages/zh-CN/pay.json")).default,
  ja: async () => (await import("@/lib/kernel/messages/ja/pay.json")).default,
  ko: async () => (await import("@/lib/kernel/messages/ko/pay.json")).default,
  hi: async () => (await import("@/lib/kernel/messages/hi/pay.json")).default,
  "zh-TW": async () => (await import("@/lib/kernel/messages/zh-TW/pay.json")).default,
  th: async () => (await import("@/lib/kernel/messages/th/pay.json")).default,
  ur: async () => (await import("@/lib/kernel/messages/ur/pay.json")).default,
};

/** Languages offered for selection, in display order. */
export const OFFERED_LOCALES: readonly Locale[] = ALL_LOCALES.filter((locale) => locale in LOADERS);

/** The fallback of every language. */
export const ENGLISH_CATALOGUE = flatten(english) as Catalogue;

/**
 * Returns the messages of a language, loaded on first use; null if it has none. Missing messages
 * fall back to English.
 */
export async function loadCatalogue(locale: Locale): Promise<Catalogue | null> {
  const load = LOADERS[locale];
  return load === undefined ? null : { ...ENGLISH_CATALOGUE, ...flatten(await load()) };
}

/** Converts `{ waiting: { title: "…" } }` to `{ "waiting.title": "…" }`. */
export function flatten(tree: MessageTree, above = ""): Readonly<Record<string, string>> {
  const entries = Object.entries(tree).map(([name, part]) =>
    typeof part === "string" ? { [above + name]: part } : flatten(part, `${above}${name}.`),
  );
  return Object.assign({}, ...entries);
}
