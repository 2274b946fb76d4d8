import { z } from "zod";
import { MEMBER_ROLES } from "@/lib/people/merchants/role";
import { RATE_SOURCE_NAMES } from "@/lib/pricing/rates/source-name";

/**
 * Kinds of client libraries, where those of this API family disagree about the interface. The first
 * is the specification's.
 */
export const CLIENT_LIBRARIES = ["standard", "payout_key", "heleket"] as const;

export type ClientLibrary = (typeof CLIENT_LIBRARIES)[number];

/** Input for users and merchants, and the views that pages get. Safe for the browser. */

/**
 * NIST SP 800-63B-4, 3.1.1.2: a minimum length and no composition rules, which only push people
 * towards patterns.
 */
export const PASSWORD_CHARACTERS_MIN = 12;
const PASSWORD_CHARACTERS_MAX = 128;
/** Limits the work of one check; passwords of earlier versions may have been this long. */
const TYPED_CHARACTERS_MAX = 200;
export const NAME_CHARACTERS_MAX = 80;
/** As `url_callback` of the machine API. */
const URL_CHARACTERS_MAX = 255;
/** The longest address that SMTP can carry. */
const EMAIL_CHARACTERS_MAX = 254;

/** Trimmed and lower-cased: one person is one address, however it is typed. */
export const emailInput = z
  .string()
  .trim()
  .toLowerCase()
  .max(EMAIL_CHARACTERS_MAX)
  .pipe(z.email("Enter an e-mail address."));

/**
 * The checks of a new password that need no lists (lib/people/identity/password-rules.ts). A
 * character counts once however many code units it has.
 */
export const newPasswordInput = z
  .string()
  .refine((text) => [...text].length >= PASSWORD_CHARACTERS_MIN, `Use at least ${PASSWORD_CHARACTERS_MIN} characters.`)
  .refine((text) => [...text].length <= PASSWORD_CHARACTERS_MAX, `Use at most ${PASSWORD_CHARACTERS_MAX} characters.`);

/** A password as typed at sign-in: old passwords may be shorter than today's rule. */
export const typedPasswordInput = z.string().min(1, "Enter your password.").max(TYPED_CHARACTERS_MAX);

/** The same characters that lib/kernel/mail removes from headers. */
export const ONE_LINE = /^[^\p{Cc}\p{Zl}\p{Zp}]*$/u;

/**
 * A new name of a person or merchant. It appears in mails to strangers, where further lines would
 * look like the gateway's own text.
 */
export const nameInput = z
  .string()
  .trim()
  .min(1, "Enter a name.")
  .max(NAME_CHARACTERS_MAX, { error: `Use at most ${NAME_CHARACTERS_MAX} characters.`, abort: true })
  .regex(ONE_LINE, "Leave out line breaks and control characters.");

export const credentialsInput = z.object({ email: emailInput, password: typedPasswordInput });

export const setupInput = z.object({
  code: z.string().trim().min(1, "Enter the code from the terminal.").max(64),
  name: nameInput,
  email: emailInput,
  password: newPasswordInput,
  merchantName: nameInput,
});
export type SetupInput = z.output<typeof setupInput>;

export const profileInput = z.object({ name: nameInput });

export const changePasswordInput = z.object({ current: typedPasswordInput, next: newPasswordInput });
export type ChangePasswordInput = z.output<typeof changePasswordInput>;

const shopInput = z.object({
  name: nameInput,
  supportContact: z.string().trim().max(200, "Use at most 200 characters."),
});
export type ShopInput = z.output<typeof shopInput>;

/** What happens automatically when a payer is late or wants money back. */
const payerCareInput = z.object({
  latePolicy: z.enum(["hold", "accept"]),
  lateDriftPercent: z.int().min(0).max(100),
  payerMayRefresh: z.boolean(),
  refundRequestPolicy: z.enum(["approve", "automatic"]),
});
export type PayerCareInput = z.output<typeof payerCareInput>;

/** How the merchant's shop talks to the gateway. */
const clientLibraryInput = z.object({ clientLibrary: z.enum(CLIENT_LIBRARIES) });
export type ClientLibraryInput = z.output<typeof clientLibraryInput>;

/** Where webhooks of objects without their own URL are sent; null: nowhere. */
const webhookUrlInput = z.object({
  webhookUrl: z
    .union([
      z.literal("").transform(() => null),
      z
        .string()
        .trim()
        .max(URL_CHARACTERS_MAX, `Use at most ${URL_CHARACTERS_MAX} characters.`)
        .pipe(z.url({ protocol: /^https?$/, error: "Enter a full URL that starts with https://." })),
    ])
    .nullable(),
});

/** The rate source for an amount that names none; null: the gateway's own. */
const requestedRateSourceInput = z.object({ requestedRateSource: z.enum(RATE_SOURCE_NAMES).nullable() });
export type RequestedRateSourceInput = z.output<typeof requestedRateSourceInput>;

const merchantSettings = shopInput
  .extend(payerCareInput.shape)
  .extend(clientLibraryInput.shape)
  .extend(webhookUrlInput.shape)
  .extend(requestedRateSourceInput.shape);
/** Omitted fields stay unchanged: each card of the page sends its own. */
export const merchantSettingsInput = merchantSettings.partial();
export type MerchantSettingsInput = z.output<typeof merchantSettingsInput>;

const merchantSettingsView = merchantSettings.extend({
  id: z.uuid(),
  /**
   * Payers' refund requests are refunded automatically from then on; null while somebody decides on
   * each.
   */
  refundRequestsAutomaticFrom: z.iso.datetime().nullable(),
});
export type MerchantSettingsView = z.output<typeof merchantSettingsView>;

const membershipView = z.object({ merchantId: z.uuid(), merchantName: z.string(), role: z.enum(MEMBER_ROLES) });
export type MembershipView = z.output<typeof membershipView>;

export const sessionView = z.object({
  id: z.uuid(),
  isCurrent: z.boolean(),
  ip: z.string().nullable(),
  userAgent: z.string().nullable(),
  createdAt: z.iso.datetime(),
  lastSeenAt: z.iso.datetime(),
  hasSecondFactor: z.boolean(),
});
export type SessionView = z.output<typeof sessionView>;

export const apiKeyKinds = ["payment", "payout"] as const;

export const apiKeyView = z.object({
  id: z.uuid(),
  kind: z.enum(apiKeyKinds),
  hint: z.string(),
  createdAt: z.iso.datetime(),
  endsAt: z.iso.datetime().nullable(),
});
export type ApiKeyView = z.output<typeof apiKeyView>;

/** A day is enough to roll a key out; a week is the longest that an old key should live. */
const OVERLAP_SECONDS_MAX = 7 * 24 * 3600;
/**
 * The operation determines the kind of key: a role that may rotate one kind may not rotate the
 * other.
 */
export const rotateApiKeyInput = z.object({
  overlapSeconds: z.int().min(0).max(OVERLAP_SECONDS_MAX),
});
