import { z } from "zod";
import type { Mail } from "@/lib/mail/mail";
import { openSecret, sealSecret } from "@/lib/secret-box";

type MailText = Pick<Mail, "text" | "html">;

const mailText = z.strictObject({ text: z.string(), html: z.string().nullable() });

/** What a mail says, so that only this installation's processes can read it, and only as this mail. */
export function sealText(mailId: string, { text, html }: MailText): Uint8Array<ArrayBuffer> {
  return sealSecret(JSON.stringify({ text, html }), contextOf(mailId));
}

/** @throws Error that says so when it was sealed with another SECRET_KEY, or for another mail */
export function openText(mailId: string, sealed: Uint8Array): MailText {
  return mailText.parse(JSON.parse(opened(mailId, sealed)));
}

function opened(mailId: string, sealed: Uint8Array): string {
  try {
    return openSecret(sealed, contextOf(mailId));
  } catch (error) {
    throw new Error("its text cannot be read: SECRET_KEY is another one than when it was written", { cause: error });
  }
}

function contextOf(mailId: string): string {
  return `mail:${mailId}`;
}
