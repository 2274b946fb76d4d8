import { z } from "zod";

/**
 * How far a questionnaire is, in the words of the wire: not answered, answered, decided by the
 * operator, too late to answer.
 */
const AML_STATUSES = ["init", "pending", "completed", "expired"] as const;
export type AmlStatus = (typeof AML_STATUSES)[number];

export type AmlTimes = {
  /** Until then it can be answered. */
  readonly expiresAt: Date;
  readonly submittedAt: Date | null;
  /** When everything that it asks about was decided, or another took its place. */
  readonly closedAt: Date | null;
};

/**
 * Follows from the times alone, so that no job has to move it. What nobody answered in time stays
 * `expired`. Pure.
 */
export function amlStatusOf({ expiresAt, submittedAt, closedAt }: AmlTimes, now: Date): AmlStatus {
  if (submittedAt !== null) return closedAt === null ? "pending" : "completed";
  if (expiresAt <= (closedAt ?? now)) return "expired";
  return closedAt === null ? "init" : "completed";
}

/** What a payer is asked about held money, and what is shown of it. Safe for the browser. */

export const PERSON_KINDS = ["private", "business"] as const;
export const MONEY_SOURCES = ["salary", "savings", "sale", "trading", "mining", "business", "gift", "other"] as const;
export const DOCUMENT_KINDS = ["pdf", "png", "jpeg"] as const;

export const NAME_CHARACTERS_MAX = 200;
export const TEXT_CHARACTERS_MAX = 2_000;
export const DOCUMENTS_MAX = 5;
const MEBIBYTE = 1024 * 1024;
/** Of one document. */
export const DOCUMENT_BYTES_MAX = 5 * MEBIBYTE;
/** Of all documents of a questionnaire together. */
export const DOCUMENTS_BYTES_MAX = 15 * MEBIBYTE;

const amlAnswers = z.strictObject({
  person: z.enum(PERSON_KINDS),
  name: z.string(),
  /** Of whom a business payer paid for; empty for a private person. */
  company: z.string(),
  /** ISO 3166-1, two letters. */
  country: z.string(),
  source: z.enum(MONEY_SOURCES),
  details: z.string(),
  /** What the payment was for. */
  relation: z.string(),
});
export type AmlAnswers = z.output<typeof amlAnswers>;

const amlDocumentView = z.strictObject({
  id: z.uuid(),
  /** As the payer called it, cleaned, with the ending of its kind. */
  name: z.string(),
  kind: z.enum(DOCUMENT_KINDS),
  /** In bytes. */
  size: z.int(),
});
export type AmlDocumentView = z.output<typeof amlDocumentView>;

/** What is encrypted as one: nothing of it is in a column of its own. */
export const amlContents = z.strictObject({ answers: amlAnswers, documents: z.array(amlDocumentView) });
export type AmlContents = z.output<typeof amlContents>;

/** Without the answers, which are asked for separately. */
export const amlQuestionnaireView = z.object({
  id: z.uuid(),
  status: z.enum(AML_STATUSES),
  link: z.string(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  submittedAt: z.iso.datetime().nullable(),
  /** False also once they were deleted. */
  hasAnswers: z.boolean(),
  /** It can still be answered, or answered again after more time is given. */
  isOpen: z.boolean(),
});
export type AmlQuestionnaireView = z.output<typeof amlQuestionnaireView>;

/** What of it a merchant sees. */
export const amlLink = amlQuestionnaireView.pick({ link: true, status: true, expiresAt: true });
export type AmlLink = z.output<typeof amlLink>;

/** Answer of `POST /v1/payment/aml-links`, the newest first. */
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
