import { z } from "zod";

/**
 * Status of a questionnaire, under the API's names: unanswered, answered, decided by the operator,
 * deadline passed.
 */
const AML_STATUSES = ["init", "pending", "completed", "expired"] as const;
export type AmlStatus = (typeof AML_STATUSES)[number];

export type AmlTimes = {
  /** Deadline for the answers. */
  readonly expiresAt: Date;
  readonly submittedAt: Date | null;
  /** When everything it covers was decided, or it was replaced. */
  readonly closedAt: Date | null;
};

/**
 * Derives the status from the time stamps only, so that no job has to update it. Without an answer
 * in time it stays `expired`. Pure.
 */
export function amlStatusOf({ expiresAt, submittedAt, closedAt }: AmlTimes, now: Date): AmlStatus {
  if (submittedAt !== null) return closedAt === null ? "pending" : "completed";
  if (expiresAt <= (closedAt ?? now)) return "expired";
  return closedAt === null ? "init" : "completed";
}

/**
 * The questions to a payer about held money, and the views of the answers. Safe to import in the
 * browser.
 */

export const PERSON_KINDS = ["private", "business"] as const;
export const MONEY_SOURCES = ["salary", "savings", "sale", "trading", "mining", "business", "gift", "other"] as const;
export const DOCUMENT_KINDS = ["pdf", "png", "jpeg"] as const;

export const NAME_CHARACTERS_MAX = 200;
export const TEXT_CHARACTERS_MAX = 2_000;
export const DOCUMENTS_MAX = 5;
const MEBIBYTE = 1024 * 1024;
/** Per document. */
export const DOCUMENT_BYTES_MAX = 5 * MEBIBYTE;
/** All documents of a questionnaire together. */
export const DOCUMENTS_BYTES_MAX = 15 * MEBIBYTE;

const amlAnswers = z.strictObject({
  person: z.enum(PERSON_KINDS),
  name: z.string(),
  /** The company that a business payer paid for; empty for a private person. */
  company: z.string(),
  /** ISO 3166-1, two letters. */
  country: z.string(),
  source: z.enum(MONEY_SOURCES),
  details: z.string(),
  /** The purpose of the payment. */
  relation: z.string(),
});
export type AmlAnswers = z.output<typeof amlAnswers>;

const amlDocumentView = z.strictObject({
  id: z.uuid(),
  /** The payer's file name, sanitised, with the extension of its kind. */
  name: z.string(),
  kind: z.enum(DOCUMENT_KINDS),
  /** In bytes. */
  size: z.int(),
});
export type AmlDocumentView = z.output<typeof amlDocumentView>;

/** Encrypted as a whole: no part of it has its own column. */
export const amlContents = z.strictObject({ answers: amlAnswers, documents: z.array(amlDocumentView) });
export type AmlContents = z.output<typeof amlContents>;

/** Without the answers, which are requested separately. */
export const amlQuestionnaireView = z.object({
  id: z.uuid(),
  status: z.enum(AML_STATUSES),
  link: z.string(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  submittedAt: z.iso.datetime().nullable(),
  /** False also after their deletion. */
  hasAnswers: z.boolean(),
  /** It can be answered now, or after its deadline is extended. */
  isOpen: z.boolean(),
});
export type AmlQuestionnaireView = z.output<typeof amlQuestionnaireView>;

/** The fields that a merchant sees. */
export const amlLink = amlQuestionnaireView.pick({ link: true, status: true, expiresAt: true });
export type AmlLink = z.output<typeof amlLink>;

/** Response of `POST /v1/payment/aml-links`, newest first. */
export const amlLinksView = z.array(
  z.strictObject({
    link: z.string().describe("Page where the payer answers the questionnaire"),
    expired_at: z.iso.datetime().describe("Deadline for the answers; ISO 8601, UTC"),
    status: z
      .enum(AML_STATUSES)
      .describe(
        "`init`: not answered. `pending`: answered, not decided. `completed`: decided. `expired`: not answered in time",
      ),
  }),
);
export type AmlLinksView = z.output<typeof amlLinksView>;
