import { LOCALES } from "@/lib/kernel/locales/locales";
import type { Words } from "@/lib/kernel/locales/words";

type MomentProps = { readonly at: Date; readonly words: Words };

/** Day and time in UTC; where the script runs, in the reader's own time zone. */
export function Moment({ at, words }: MomentProps) {
  return (
    <time dateTime={at.toISOString()} data-at={at.getTime()} data-formats={LOCALES[words.locale].formats}>
      {words.moment(at)}
    </time>
  );
}
