import { randomUUID } from "node:crypto";
import { vi } from "vitest";
import { countByKey } from "@/lib/fronts/sealed-data/sealed-columns";
import { keyId } from "@/lib/kernel/crypto/keyring";
import { openSecret, sealSecret } from "@/lib/kernel/crypto/secrets";
import { database, withTransaction } from "@/lib/kernel/db";
import { invariant } from "@/lib/kernel/errors";
import { mailContext, openText } from "@/lib/kernel/mail/repo";
import { newMerchant } from "@/lib/money-in/invoices/testing/gateway-rig";
import { openContents, openDocument, submitAnswers } from "@/lib/money-in/questionnaires/submit-answers";
import { newHeld, openScreenedGateway, SUBMISSION } from "@/lib/money-in/questionnaires/testing/held-rig";
import { payerLink } from "@/lib/money-in/recurrences/ask-for-link";
import { lockRecurrence } from "@/lib/money-in/recurrences/repo";
import { newActivePlan } from "@/lib/money-in/recurrences/testing/recurrence-rig";
import { totpContext } from "@/lib/people/identity/second-factor-prove";
import { newPerson } from "@/lib/people/identity/testing/people";
import { findSigningKeys, issueApiKey, rotateApiKey } from "@/lib/people/keys/api-keys";
import { openChatSecret } from "@/lib/people/notifications/chat-address";
import { insertChat } from "@/lib/people/notifications/testing/chat-rig";

/** Turns an empty database into a gateway that writes secrets of every kind. */
export async function openSecretGateway(): Promise<void> {
  vi.stubEnv("MAIL_FROM", "Chaintill <no-reply@pay.test>");
  await openScreenedGateway();
}

/** Stores a secret of every kind under the current key; one of the API keys was replaced. */
export async function storeSecrets() {
  const merchantId = await newMerchant();
  await withTransaction((tx) => issueApiKey(tx, merchantId, "payment"));
  await withTransaction((tx) => rotateApiKey(tx, merchantId, "payment", { overlapSeconds: 3600 }));
  const { id: userId } = await newPerson();
  await database().user.update({
    where: { id: userId },
    data: { totpSecret: sealSecret("authenticator", totpContext(userId)) },
  });
  const chatId = await insertChat({ merchantId });
  const { plan } = await newActivePlan(merchantId);
  const { questionnaireId } = await newHeld(merchantId);
  await submitAnswers(questionnaireId, SUBMISSION);
  return { merchantId, userId, chatId, planId: plan.id, questionnaireId };
}

export type Stored = Awaited<ReturnType<typeof storeSecrets>>;

/** Decrypts all of it as the gateway does. */
export async function readSecrets({ merchantId, userId, chatId, planId, questionnaireId }: Stored): Promise<unknown> {
  const user = await database().user.findUniqueOrThrow({ where: { id: userId } });
  const plan = await withTransaction((tx) => lockRecurrence(tx, planId));
  invariant(plan, "plans are never deleted");
  const asked = await database().amlQuestionnaire.findUniqueOrThrow({ where: { id: questionnaireId } });
  const documents = await database().amlDocument.findMany({ where: { questionnaireId }, orderBy: { id: "asc" } });
  return {
    keys: (await findSigningKeys(merchantId, "payment")).map(({ secret }) => secret),
    totp: openSecret(user.totpSecret ?? new Uint8Array(), totpContext(userId)),
    chat: openChatSecret(chatId, (await database().chat.findUniqueOrThrow({ where: { id: chatId } })).sealed),
    link: payerLink(plan),
    mails: (await waitingMails()).map(({ id, sealed }) => openText(id, sealed ?? new Uint8Array()).text),
    answers: openContents(questionnaireId, asked.answers ?? new Uint8Array()),
    documents: documents.map(({ id, content }) => openDocument(id, content).toString("utf8")),
  };
}

function waitingMails() {
  return database().mail.findMany({ where: { sealed: { not: null } }, orderBy: { id: "asc" } });
}

/** Adds this many waiting mails under the current key. */
export async function storeMails(count: number): Promise<void> {
  const data = Array.from({ length: count }, () => {
    const id = randomUUID();
    const sealed = sealSecret(JSON.stringify({ text: id, html: null }), mailContext(id));
    return { id, kind: "bulk", reference: id, recipient: "a@b.test", subject: "s", text: "-", isSecret: true, sealed };
  });
  await database().mail.createMany({ data });
}

/** Returns how many stored secrets name each of these keys, and how many name another or none. */
export async function countUnder(...keys: readonly string[]): Promise<readonly number[]> {
  const counts = await countByKey();
  const sum = (isOne: (id: string | null) => boolean) =>
    counts.filter(({ keyId: id }) => isOne(id)).reduce((total, { count }) => total + count, 0);
  const ids = keys.map(keyId);
  return [...ids.map((id) => sum((one) => one === id)), sum((one) => one === null || !ids.includes(one))];
}
