import type { NotificationKind } from "@/lib/notifications/notification-schema";
import type { Sentence } from "@/lib/notifications/sentence-view";

export type MailLine = Sentence & { readonly kind: NotificationKind; readonly merchantName: string | null };

const LINES_MAX = 20;

/** One mail for all that happened within minutes. Pure. */
export function writeBundleMail(person: { readonly name: string }, lines: readonly MailLine[], baseUrl: string) {
  const shown = lines.slice(0, LINES_MAX);
  const rest = lines.length - shown.length;
  const names = new Set(lines.map(({ merchantName }) => merchantName));
  const text = [
    `Hello ${person.name},`,
    ...shown.map((line) => {
      const where = names.size > 1 && line.merchantName !== null ? `${line.merchantName}: ` : "";
      return `${where}${line.title}\n${line.text}\n${baseUrl}${line.path}`;
    }),
    ...(rest > 0 ? [`And ${rest} more, at ${baseUrl}/overview`] : []),
    `You choose what you are mailed at\n${baseUrl}/settings/account#notifications`,
  ].join("\n\n");
  return { subject: subjectOf(lines), text: `${text}\n` };
}

function subjectOf(lines: readonly MailLine[]): string {
  const [first] = lines;
  if (first === undefined) return "Nothing happened";
  const shop = new Set(lines.map(({ merchantName }) => merchantName)).size === 1 ? first.merchantName : null;
  const isAlike = lines.every(({ kind }) => kind === first.kind);
  const what =
    lines.length === 1
      ? `${first.title}: ${first.text}`
      : isAlike
        ? `${first.title}, ${lines.length} times`
        : `${lines.length} things happened`;
  return shop === null ? what : `${what} (${shop})`;
}
