import { createElement, Fragment, type ReactNode } from "react";
import { type Catalogue, ENGLISH_CATALOGUE, loadCatalogue, type TextKey } from "@/lib/kernel/locales/catalogues";
import { type Formats, formatsFor } from "@/lib/kernel/locales/formats";
import { type Direction, LOCALES, type Locale } from "@/lib/kernel/locales/locales";

/**
 * First strong isolate and its end, UAX 9: the text between them has its own direction and does not
 * reorder the text around it.
 */
const OPEN = "\u2068";
const CLOSE = "\u2069";
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/**
 * Isolates a value within a sentence if its direction may differ from the sentence's. For text;
 * markup uses `<bdi>`.
 */
function isolate(direction: Direction, text: string): string {
  return direction === "rtl" || RIGHT_TO_LEFT.test(text) ? OPEN + text + CLOSE : text;
}

const PLACE = /\{([a-z]+)\}/;
const PLACES = /\{([a-z]+)\}/g;

/** All texts and formats of one language. Passed as a value; no page has a language of its own. */
export type Messages = Formats & {
  /** A BCP 47 tag. */
  readonly locale: Locale;
  readonly direction: Direction;
  /** Returns a message as text, with values isolated if their direction may differ. */
  readonly say: (key: TextKey, values?: Readonly<Record<string, string>>) => string;
  /** Returns a message with marked-up values, each in a `<bdi>`. */
  readonly rich: (key: TextKey, values: Readonly<Record<string, ReactNode>>) => ReactNode;
  /** Isolates a name next to a message if its direction may differ. */
  readonly isolate: (text: string) => string;
};

/** English is available synchronously, for when nothing else can be shown. */
export const ENGLISH: Messages = createMessages("en", ENGLISH_CATALOGUE);

const loaded = new Map<Locale, Promise<Messages>>([["en", Promise.resolve(ENGLISH)]]);

/** Returns the messages of a language, loaded once; English if it has no catalogue. */
export async function loadMessages(locale: Locale): Promise<Messages> {
  const known = loaded.get(locale);
  if (known !== undefined) return await known;
  const loading = loadCatalogue(locale).then((catalogue) => (catalogue ? createMessages(locale, catalogue) : ENGLISH));
  loaded.set(locale, loading);
  // A file that failed to load is loaded again by the next page.
  loading.catch(() => loaded.delete(locale));
  return await loading;
}

function createMessages(locale: Locale, catalogue: Catalogue): Messages {
  const { direction } = LOCALES[locale];
  const apart = (text: string) => isolate(direction, text);
  return {
    ...formatsFor(locale),
    locale,
    direction,
    isolate: apart,
    say: (key, values = {}) =>
      catalogue[key].replace(PLACES, (place, name: string) => {
        const value = values[name];
        return value === undefined ? place : apart(value);
      }),
    rich: (key, values) => {
      const parts = catalogue[key].split(PLACE);
      const marked = parts.map((part, index) =>
        index % 2 === 1 ? createElement("bdi", null, values[part] ?? `{${part}}`) : part,
      );
      return createElement(Fragment, null, ...marked);
    },
  };
}
