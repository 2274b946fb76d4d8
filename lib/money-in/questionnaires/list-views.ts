import { createHmac, timingSafeEqual } from "node:crypto";
import { type Key, keyring } from "@/lib/kernel/crypto/keyring";
import { env } from "@/lib/kernel/env";
import { listAnswered, listQuestionnaires } from "@/lib/money-in/questionnaires/repo";
import { type AmlLink, type AmlQuestionnaireView, amlStatusOf } from "@/lib/money-in/questionnaires/schema";

const ID_BYTES = 16;
const MARK_BYTES = 32;
/** The id and its signature in base64url: 48 bytes are 64 characters without padding. */
const LINK = /^[A-Za-z0-9_-]{64}$/;

/**
 * Returns the URL of a questionnaire. Anybody with the link may answer once, but cannot read
 * answers there.
 */
export function questionnaireUrl(id: string): string {
  return `${env().BASE_URL}${questionnairePath(id)}`;
}

/** Same as {@link questionnaireUrl}, relative to the origin. */
export function questionnairePath(id: string): string {
  return `/questionnaire/${Buffer.concat([bytesOf(id), markOf(id, keyring()[0])]).toString("base64url")}`;
}

/**
 * Returns the id in the last path segment of such a URL; null if the signature is of no key of the
 * keyring. Needs no query.
 */
export function questionnaireIdOf(link: string): string | null {
  if (!LINK.test(link)) return null;
  const bytes = Buffer.from(link, "base64url");
  const hex = bytes.subarray(0, ID_BYTES).toString("hex");
  const id = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
  const mark = bytes.subarray(ID_BYTES);
  return keyring().some((key) => timingSafeEqual(mark, markOf(id, key))) ? id : null;
}

function bytesOf(id: string): Buffer {
  return Buffer.from(id.replaceAll("-", ""), "hex");
}

/**
 * The secret half of the link. Derived instead of stored, so that read access to the database is
 * not enough to create a link.
 */
function markOf(id: string, key: Key): Buffer {
  return createHmac("sha256", key.bytes).update(`aml-questionnaire\n${id}`).digest().subarray(0, MARK_BYTES);
}

/** Lists the questionnaires of an invoice for pages, newest first, without answers. */
export async function listQuestionnaireViews(invoiceId: string, now = new Date()): Promise<AmlQuestionnaireView[]> {
  const rows = await listQuestionnaires(invoiceId);
  if (rows.length === 0) return [];
  const answered = await listAnswered(rows.map(({ id }) => id));
  return rows.map((row) => ({
    id: row.id,
    status: amlStatusOf(row, now),
    link: questionnaireUrl(row.id),
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    submittedAt: row.submittedAt?.toISOString() ?? null,
    hasAnswers: answered.has(row.id),
    isOpen: row.submittedAt === null && row.closedAt === null,
  }));
}

/** Lists the links for the invoice's merchant. */
export async function listLinkViews(invoiceId: string): Promise<AmlLink[]> {
  return (await listQuestionnaireViews(invoiceId)).map(({ link, status, expiresAt }) => ({ link, status, expiresAt }));
}
