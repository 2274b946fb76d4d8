import { LOCALES } from "@/lib/kernel/locales/locales";
import type { Messages } from "@/lib/kernel/locales/messages";

type MomentProps = { readonly at: Date; readonly messages: Messages };

/** Day and time in UTC; with the script, in the reader's own time zone. */
export function Moment({ at, messages }: MomentProps) {
  return (
    <time dateTime={at.toISOString()} data-at={at.getTime()} data-formats={LOCALES[messages.locale].formats}>
      {messages.moment(at)}
    </time>
  );
}
