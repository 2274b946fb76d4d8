import { randomUUID } from "node:crypto";
import type { Tx } from "@/lib/db";
import { headerLine } from "@/lib/mail/mail-address";
import { queueMail } from "@/lib/mail/queue-mail";
import { NAME_CHARACTERS_MAX } from "@/lib/merchants/schema";
import { selectActiveOperators } from "@/lib/merchants/users-repo";

export type MailedPerson = { readonly id: string; readonly email: string; readonly name: string };

export type OperatorsMail = {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  /** Who gets it besides the operators: whom it is about. */
  readonly also?: MailedPerson;
};

/** Mails everybody who is an operator now, in the transaction of what it tells of: who took one of them over is seen by the others. */
export async function mailOperators(tx: Tx, { subject, paragraphs, also }: OperatorsMail): Promise<void> {
  const operators = await selectActiveOperators(tx);
  const isThere = operators.some(({ id }) => id === also?.id);
  const change = randomUUID();
  for (const { id, email, name } of also === undefined || isThere ? operators : [...operators, also]) {
    const text = `${[`Hello ${headerLine(name, NAME_CHARACTERS_MAX)},`, ...paragraphs].join("\n\n")}\n`;
    await queueMail(tx, { kind: "operators", reference: `${change}:${id}`, recipient: email, subject, text });
  }
}

/** A person in a sentence. Names of before may have several lines, which would look like ours. */
export function personWords({ name, email }: Pick<MailedPerson, "name" | "email">): string {
  return `${headerLine(name, NAME_CHARACTERS_MAX)} (${email})`;
}
