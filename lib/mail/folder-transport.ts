import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createTransport } from "nodemailer";
import type { Mail, MailTransport } from "@/lib/mail/mail";
import { type MailSender, toMessage } from "@/lib/mail/message";

/**
 * Writes each mail as an `.eml` file into a folder in place of sending it: for the sandbox. Readable by this user alone; the same
 * mail is always the same file, and a file is there whole or not at all.
 */
export function createFolderTransport(folder: string, sender: MailSender): MailTransport {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: "windows" });
  return {
    async send(mail) {
      const { message } = await composer.sendMail(toMessage(mail, sender));
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const path = join(folder, fileNameOf(mail));
      await writeFile(`${path}.part`, message as Buffer, { mode: 0o600 });
      await rename(`${path}.part`, path);
    },
  };
}

/** In the order in which they were written; nothing of it comes from outside. */
function fileNameOf(mail: Mail): string {
  return `${mail.createdAt.toISOString().replace(/\D/g, "")}-${mail.kind.replace(/[^a-z-]/g, "")}-${mail.id}.eml`;
}
