import { z } from "zod";

/** Input for a person's second factor, and the views that pages get. Safe for the browser. */

const CODE = /^[0-9]{6}$/;
const PASSWORD_CHARACTERS_MAX = 200;
const PASSKEY_NAME_CHARACTERS_MAX = 60;

/** Apps show codes in groups, and phones paste them that way. */
export const totpCodeInput = z
  .string()
  .max(40)
  .transform((text) => text.replaceAll(/[\s-]/g, ""))
  .pipe(z.string().regex(CODE, "Enter the six digits shown in the app."));

const recoveryCodeInput = z.string().trim().min(1, "Enter one of your recovery codes.").max(60);

const typedPassword = z.string().min(1, "Enter your password.").max(PASSWORD_CHARACTERS_MAX);

/** Bytes as browsers encode them, base64url; the longest are attestations of a few kilobytes. */
const bytes = z
  .string()
  .max(16_000, { abort: true })
  .regex(/^[\w-]+$/);

/** An authenticator's response to a sign-in request. Further browser fields are dropped. */
export const assertionInput = z.object({
  id: bytes,
  rawId: bytes,
  type: z.literal("public-key"),
  response: z.object({ clientDataJSON: bytes, authenticatorData: bytes, signature: bytes }),
  clientExtensionResults: z.object({}).default({}),
});
export type AssertionInput = z.output<typeof assertionInput>;

/** An authenticator's response when a passkey is created. */
export const attestationInput = z.object({
  id: bytes,
  rawId: bytes,
  type: z.literal("public-key"),
  response: z.object({
    clientDataJSON: bytes,
    attestationObject: bytes,
    transports: z.array(z.string().max(32)).max(10).default([]),
  }),
  clientExtensionResults: z.object({}).default({}),
});
export type AttestationInput = z.output<typeof attestationInput>;

const byCode = z.object({ kind: z.literal("code"), code: totpCodeInput });
const byRecoveryCode = z.object({ kind: z.literal("recovery"), code: recoveryCodeInput });

/** The second step of signing in. */
export const secondProofInput = z.discriminatedUnion("kind", [
  byCode,
  byRecoveryCode,
  z.object({ kind: z.literal("passkey"), response: assertionInput }),
]);
export type SecondProof = z.output<typeof secondProofInput>;

/** Confirming one's identity again in a session. */
export const confirmInput = z.discriminatedUnion("kind", [
  byCode,
  byRecoveryCode,
  z.object({ kind: z.literal("passkey"), step: z.uuid(), response: assertionInput }),
  z.object({ kind: z.literal("password"), password: typedPassword }),
]);
export type ConfirmInput = z.output<typeof confirmInput>;

/** The ways in which a person can prove their identity; at least one is true. */
export const proofWays = z.object({
  password: z.boolean(),
  code: z.boolean(),
  passkey: z.boolean(),
  recovery: z.boolean(),
});
export type ProofWays = z.output<typeof proofWays>;

/** The pending second step of this browser; null ways: none. */
export const waitingStepView = z.object({ ways: proofWays.nullable() });
export type WaitingStepView = z.output<typeof waitingStepView>;

export const startTotpInput = z.object({ password: typedPassword });
export const startedTotp = z.object({ secret: z.string(), uri: z.string() });
export type StartedTotp = z.output<typeof startedTotp>;

export const confirmTotpInput = z.object({ code: totpCodeInput });
/** A code of the app, or a recovery code if the app is lost. */
export const turnOffTotpInput = z.object({
  password: typedPassword,
  code: z.string().trim().min(1, "Enter a code from the app, or a recovery code.").max(60),
});
export type TurnOffTotpInput = z.output<typeof turnOffTotpInput>;

/** Shown once; null if the person has theirs already. */
export const recoveryCodesView = z.object({ recoveryCodes: z.array(z.string()).nullable() });

export const passkeyNameInput = z.object({
  name: z
    .string()
    .trim()
    .min(1, "Enter a name.")
    .max(PASSKEY_NAME_CHARACTERS_MAX, `Use at most ${PASSKEY_NAME_CHARACTERS_MAX} characters.`),
});
export const addPasskeyInput = passkeyNameInput.extend({ step: z.uuid(), response: attestationInput });
export type AddPasskeyInput = z.output<typeof addPasskeyInput>;

/**
 * A request to an authenticator, in a step that waits for the response. The options are the
 * browser's own format, created by the server's library.
 */
export const passkeyRequest = z.object({ step: z.uuid(), options: z.looseObject({ challenge: z.string() }) });
export type PasskeyRequest = z.output<typeof passkeyRequest>;

export const passkeyView = z.object({
  id: z.uuid(),
  name: z.string(),
  /** The passkey is synchronised between the person's devices. */
  isBackedUp: z.boolean(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable(),
});
export type PasskeyView = z.output<typeof passkeyView>;

export const passkeyPlaceView = z.object({
  /** The only origin at which a browser creates and uses them; null: unavailable. */
  origin: z.string().nullable(),
  /** Why they are unavailable. */
  reason: z.string().nullable(),
});
export type PasskeyPlaceView = z.output<typeof passkeyPlaceView>;

export const secondFactorView = z.object({
  isOn: z.boolean(),
  totpSince: z.iso.datetime().nullable(),
  passkeys: z.array(passkeyView),
  recoveryCodesLeft: z.int(),
  passkeyPlace: passkeyPlaceView,
});
export type SecondFactorView = z.output<typeof secondFactorView>;
