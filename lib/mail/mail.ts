/** A mail as it goes out. */
export type Mail = {
  readonly id: string;
  readonly kind: string;
  readonly reference: string;
  readonly recipient: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string | null;
  /** How often sending it has failed. */
  readonly attemptCount: number;
  readonly createdAt: Date;
};

/** A way for mails to leave. */
export interface MailTransport {
  /**
   * Hands one mail over. When it throws, the mail may have been taken all the same (an answer can be lost): it carries the same
   * Message-ID each time, so that a mailbox can tell.
   * @throws RecipientRefused when the server will never take mails for this address
   * @throws Error for anything that may pass
   */
  send(mail: Mail, signal: AbortSignal): Promise<void>;
}

/** The server says that there is no such mailbox: trying again is of no use. */
export class RecipientRefused extends Error {
  override readonly name = "RecipientRefused";
}
