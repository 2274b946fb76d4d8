import { z } from "zod";
import { sessionCookie } from "@/lib/fronts/dashboard/cookies";
import { fresh, person } from "@/lib/fronts/dashboard/gates";
import { byId, done, type OperationContext, operation, router } from "@/lib/fronts/dashboard/procedure";
import { addPasskey, removePasskey, renamePasskey, startPasskey } from "@/lib/people/identity/passkey-register";
import { askPersonForPasskey } from "@/lib/people/identity/passkey-sign-in";
import { confirmPerson, confirmWays } from "@/lib/people/identity/second-factor-confirm";
import { getSecondFactor } from "@/lib/people/identity/second-factor-prove";
import {
  addPasskeyInput,
  confirmInput,
  confirmTotpInput,
  passkeyNameInput,
  passkeyRequest,
  proofWays,
  recoveryCodesView,
  secondFactorView,
  startedTotp,
  startTotpInput,
  turnOffTotpInput,
} from "@/lib/people/identity/second-factor-schema";
import { confirmTotp, renewRecoveryCodes, startTotp, turnOffTotp } from "@/lib/people/identity/second-factor-set-up";
import type { SessionRow } from "@/lib/people/identity/sessions-repo";

type Caller = Pick<OperationContext, "ip"> & { readonly session: SessionRow };
const whoOf = ({ session, ip }: Caller) => ({ userId: session.user.id, sessionId: session.id, ip });

/**
 * What a person shows besides the password: an authenticator app, and the codes for when it is
 * lost.
 */
export const secondFactor = router({
  read: operation(person())
    .output(secondFactorView)
    .query(({ ctx: { session } }) => getSecondFactor(session.user.id)),

  /**
   * Makes a secret for an authenticator app, which counts for nothing until a code of it was shown.
   */
  startTotp: operation(fresh(person()))
    .input(startTotpInput)
    .output(startedTotp)
    .mutation(({ ctx, input }) => startTotp(whoOf(ctx), input.password, ctx.now)),

  /** The app shows a right code: it is asked for from now on. */
  confirmTotp: operation(fresh(person()))
    .input(confirmTotpInput)
    .output(recoveryCodesView)
    .mutation(async ({ ctx, input }) => {
      const { recoveryCodes, sessionId } = await confirmTotp(whoOf(ctx), input.code, ctx.now);
      ctx.setCookie(await sessionCookie(sessionId));
      return { recoveryCodes };
    }),

  /** Asks for password and code itself, however lately somebody was confirmed. */
  turnOffTotp: operation(person())
    .input(turnOffTotpInput)
    .output(done)
    .mutation(async ({ ctx, input }) => {
      await turnOffTotp(whoOf(ctx), input, ctx.now);
      return {};
    }),

  /** A new set in the place of the one before, shown this once. */
  renewRecoveryCodes: operation(fresh(person()))
    .output(recoveryCodesView)
    .mutation(async ({ ctx: { session } }) => ({ recoveryCodes: await renewRecoveryCodes(session.user.id) })),
});

export const passkeys = router({
  /** What an authenticator is asked to make. */
  start: operation(fresh(person()))
    .output(passkeyRequest)
    .mutation(({ ctx: { session, now } }) => startPasskey(session.user, now)),

  /** Keeps the passkey that an authenticator made. */
  add: operation(fresh(person()))
    .input(addPasskeyInput)
    .output(recoveryCodesView)
    .mutation(async ({ ctx, input }) => {
      const { recoveryCodes, sessionId } = await addPasskey(whoOf(ctx), input, ctx.now);
      ctx.setCookie(await sessionCookie(sessionId));
      return { recoveryCodes };
    }),

  rename: operation(person())
    .input(passkeyNameInput.extend(byId.shape))
    .output(done)
    .mutation(async ({ ctx: { session }, input }) => {
      await renamePasskey(session.user.id, input.id, input.name);
      return {};
    }),

  remove: operation(fresh(person()))
    .input(byId)
    .output(done)
    .mutation(async ({ ctx: { session }, input }) => {
      await removePasskey(session.user.id, input.id);
      return {};
    }),
});

/** Showing that it is still the person who signed in. */
export const confirm = router({
  /** What the person can show. */
  ways: operation(person())
    .output(proofWays)
    .query(({ ctx: { session } }) => confirmWays(session.user.id)),

  /** Asks for one of the person's passkeys. */
  askForPasskey: operation(person())
    .output(passkeyRequest)
    .mutation(({ ctx: { session, now } }) => askPersonForPasskey(session.user.id, now)),

  show: operation(person())
    .input(z.object({ proof: confirmInput }))
    .output(done)
    .mutation(async ({ ctx, input }) => {
      ctx.setCookie(await sessionCookie(await confirmPerson(whoOf(ctx), input.proof, ctx.now)));
      return {};
    }),
});
