/**
 * The supported mailboxes of RFC 5321: letters and digits of any script, the usual signs, no
 * quotes, no comments, no spaces.
 */
const MAIL_ADDRESS = /^[\p{L}\p{N}.!#$%&'*+/=?^_`{|}~-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*$/u;
const ADDRESS_CHARACTERS_MAX = 254;

/**
 * Whether this text is exactly one address, with nothing that a mail server or a header could
 * interpret as more.
 */
export function isMailAddress(text: string): boolean {
  return text.length <= ADDRESS_CHARACTERS_MAX && MAIL_ADDRESS.test(text);
}

export type Mailbox = { readonly name: string; readonly address: string };

/** Parses `a@b.example` or `Name <a@b.example>`; null for anything else. */
export function parseMailbox(text: string): Mailbox | null {
  const named = /^([^<>"\p{Cc}]*)<([^<>]+)>$/u.exec(text.trim());
  const mailbox = { name: named?.[1]?.trimEnd() ?? "", address: named?.[2] ?? text.trim() };
  return isMailAddress(mailbox.address) ? mailbox : null;
}

/** Converts text to one line without control characters, for a header. */
export function headerLine(text: string, charactersMax: number): string {
  return text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ")
    .trim()
    .slice(0, charactersMax);
}
