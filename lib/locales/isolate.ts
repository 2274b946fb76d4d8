import type { Direction } from "@/lib/locales/locales";

/** First strong isolate and its end, UAX 9: what is between them has a direction of its own, and moves nothing around it. */
const OPEN = "\u2068";
const CLOSE = "\u2069";
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/** A value inside a sentence, set apart where its direction may be another than the sentence's. For text; markup has `<bdi>`. */
export function isolate(direction: Direction, text: string): string {
  return direction === "rtl" || RIGHT_TO_LEFT.test(text) ? OPEN + text + CLOSE : text;
}
