import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createTransport } from "nodemailer";
import { env } from "@/lib/kernel/env";
import { parseMailbox } from "@/lib/kernel/mail/mail-address";
import { type Mail, type MailSender, type MailTransport, RecipientRefused, toMessage } from "@/lib/kernel/mail/message";

/** Time limit of each phase of the SMTP dialogue, including silence. */
const PHASE_MS_MAX = 8_000;
const SUBMISSION_PORT = 587;
const SUBMISSIONS_PORT = 465;
const PERMANENT_MIN = 500;

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[?::1\]?)$/i;

type SmtpOptions = {
  /**
   * PEM of the authorities to trust instead of the default ones, for tests; an installation uses
   * NODE_EXTRA_CA_CERTS.
   */
  readonly certificateAuthority?: string;
  readonly phaseMsMax?: number;
};

/**
 * Creates a transport to the server of `smtps://user:password@host:465` (implicit TLS) or
 * `smtp://user:password@host:587` (STARTTLS). The connection is always encrypted and the
 * certificate always verified, except for a server on the same machine, where nobody can intercept
 * it. Ignores settings in the URL's query.
 */
export function createSmtpTransport(smtpUrl: string, sender: MailSender, options: SmtpOptions = {}): MailTransport {
  const transport = createTransport(smtpConnection(smtpUrl, options));
  return {
    async send(mail, signal) {
      try {
        await transport.sendMail({ ...toMessage(mail, sender), signal });
      } catch (error) {
        throw judged(error, mail);
      }
    },
  };
}

/** Returns the connection options of such a URL. */
export function smtpConnection(smtpUrl: string, { certificateAuthority, phaseMsMax = PHASE_MS_MAX }: SmtpOptions) {
  const url = new URL(smtpUrl);
  const isTlsAtOnce = url.protocol === "smtps:";
  const isOnThisMachine = LOOPBACK.test(url.hostname) && !isTlsAtOnce;
  return {
    host: url.hostname.replace(/^\[|\]$/g, ""),
    port: url.port ? Number.parseInt(url.port, 10) : isTlsAtOnce ? SUBMISSIONS_PORT : SUBMISSION_PORT,
    secure: isTlsAtOnce,
    requireTLS: !isTlsAtOnce && !isOnThisMachine,
    ignoreTLS: isOnThisMachine,
    tls: { minVersion: "TLSv1.2" as const, ...(certificateAuthority !== undefined && { ca: certificateAuthority }) },
    ...(url.username !== "" && {
      auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) },
    }),
    connectionTimeout: phaseMsMax,
    greetingTimeout: phaseMsMax,
    socketTimeout: phaseMsMax,
    dnsTimeout: phaseMsMax,
    socketCloseTimeout: 0,
    logger: false,
  };
}

/**
 * Only a permanent rejection of the recipient is final: the operator must fix a rejected password
 * or sender, and a full disk is temporary.
 */
function judged(error: unknown, mail: Mail): unknown {
  if (!(error instanceof Error)) return error;
  const code: unknown = Reflect.get(error, "responseCode");
  const command: unknown = Reflect.get(error, "command");
  if (command === "RCPT TO" && typeof code === "number" && code >= PERMANENT_MIN) {
    return new RecipientRefused(`the server refuses the recipient of mail ${mail.id}: ${code}`, { cause: error });
  }
  return error;
}

/** Returns the sender of mails; null when this installation sends none. */
export function mailSender(): MailSender | null {
  const { MAIL_FROM } = env();
  return MAIL_FROM === undefined ? null : parseMailbox(MAIL_FROM);
}

let transport: MailTransport | undefined;

/**
 * Returns the transport: SMTP_URL, otherwise MAIL_FOLDER; null when mail is disabled.
 * @throws Error that names the setting when mail is enabled without either
 */
export function openMailTransport(): MailTransport | null {
  const sender = mailSender();
  if (sender === null) return null;
  const { SMTP_URL, MAIL_FOLDER } = env();
  if (SMTP_URL !== undefined) transport ??= createSmtpTransport(SMTP_URL, sender);
  else if (MAIL_FOLDER !== undefined) transport ??= createFolderTransport(MAIL_FOLDER, sender);
  else
    throw new Error("Bad setting SMTP_URL: MAIL_FROM is set, and neither SMTP_URL nor MAIL_FOLDER says where mails go");
  return transport;
}

/**
 * Writes each mail as an `.eml` file to a folder instead of sending it: for the sandbox. Readable
 * only by this user; the same mail always gives the same file, and files are written atomically.
 */
function createFolderTransport(folder: string, sender: MailSender): MailTransport {
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

/** Sorts in order of creation; contains no external input. */
function fileNameOf(mail: Mail): string {
  return `${mail.createdAt.toISOString().replace(/\D/g, "")}-${mail.kind.replace(/[^a-z-]/g, "")}-${mail.id}.eml`;
}
