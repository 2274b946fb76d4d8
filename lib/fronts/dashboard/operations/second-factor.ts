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

/** Second factors: an authenticator app, and recovery codes for when it is lost. */
export const secondFactor = router({
  read: operation(person())
    .output(secondFactorView)
    .query(({ ctx: { session } }) => getSecondFactor(session.user.id)),

  /**
   * Creates a secret for an authenticator app, which is inactive until one of its codes is
   * confirmed.
   */
  startTotp: operation(fresh(person()))
    .input(startTotpInput)
    .output(startedTotp)
    .mutation(({ ctx, input }) => startTotp(whoOf(ctx), input.password, ctx.now)),

  /** Confirms the app with a valid code: it is required from now on. */
  confirmTotp: operation(fresh(person()))
    .input(confirmTotpInput)
    .output(recoveryCodesView)
    .mutation(async ({ ctx, input }) => {
      const { recoveryCodes, sessionId } = await confirmTotp(whoOf(ctx), input.code, ctx.now);
      ctx.setCookie(await sessionCookie(sessionId));
      return { recoveryCodes };
    }),

  /** Requires password and code, however recently the user confirmed their identity. */
  turnOffTotp: operation(person())
    .input(turnOffTotpInput)
    .output(done)
    .mutation(async ({ ctx, input }) => {
      await turnOffTotp(whoOf(ctx), input, ctx.now);
      return {};
    }),

  /** Replaces the recovery codes with a new set, which is shown only once. */
  renewRecoveryCodes: operation(fresh(person()))
    .output(recoveryCodesView)
    .mutation(async ({ ctx: { session } }) => ({ recoveryCodes: await renewRecoveryCodes(session.user.id) })),
});

export const passkeys = router({
  /** Returns the options for creating a passkey. */
  start: operation(fresh(person()))
    .output(passkeyRequest)
    .mutation(({ ctx: { session, now } }) => startPasskey(session.user, now)),

  /** Stores the passkey that an authenticator created. */
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

/** Confirms that the user is still the person who signed in. */
export const confirm = router({
  /** The proofs that the user can give. */
  ways: operation(person())
    .output(proofWays)
    .query(({ ctx: { session } }) => confirmWays(session.user.id)),

  /** Requests one of the user's passkeys. */
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
