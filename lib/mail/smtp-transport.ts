import { createTransport } from "nodemailer";
import { type Mail, type MailTransport, RecipientRefused } from "@/lib/mail/mail";
import { type MailSender, toMessage } from "@/lib/mail/message";

/** No phase of the talk with a server may take longer, a phase of silence included. */
const PHASE_MS_MAX = 8_000;
const SUBMISSION_PORT = 587;
const SUBMISSIONS_PORT = 465;
const PERMANENT_MIN = 500;

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[?::1\]?)$/i;

export type SmtpOptions = {
  /** PEM of the authorities to trust in place of the usual ones, for tests; an installation uses NODE_EXTRA_CA_CERTS. */
  readonly certificateAuthority?: string;
  readonly phaseMsMax?: number;
};

/**
 * Sends through the server of `smtps://user:password@host:465` (TLS at once) or `smtp://user:password@host:587` (STARTTLS). The
 * connection is always encrypted and the certificate always checked, but for a server on this very machine, where nobody listens in
 * between. Settings in the URL's query are not looked at.
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

/** How the server of such a URL is talked to. */
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

/** Only a final no to the recipient is final: a refused password or sender is the operator's to mend, and a full disk passes. */
function judged(error: unknown, mail: Mail): unknown {
  if (!(error instanceof Error)) return error;
  const code: unknown = Reflect.get(error, "responseCode");
  const command: unknown = Reflect.get(error, "command");
  if (command === "RCPT TO" && typeof code === "number" && code >= PERMANENT_MIN) {
    return new RecipientRefused(`the server refuses the recipient of mail ${mail.id}: ${code}`, { cause: error });
  }
  return error;
}
