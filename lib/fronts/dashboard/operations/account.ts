import { z } from "zod";
import { browserCookie, isCookieSecure, sessionCookie } from "@/lib/fronts/dashboard/cookies";
import { fresh, person } from "@/lib/fronts/dashboard/gates";
import { chosenOf } from "@/lib/fronts/dashboard/merchant-choice";
import { confirm, passkeys, secondFactor } from "@/lib/fronts/dashboard/operations/second-factor";
import { byId, done, operation, router } from "@/lib/fronts/dashboard/procedure";
import { MERCHANT_COOKIE } from "@/lib/fronts/paths/routes";
import { askToChangeEmail } from "@/lib/people/identity/change-email";
import { changePassword, updateProfile } from "@/lib/people/identity/change-password";
import { sendVerificationAgain } from "@/lib/people/identity/confirm-email";
import { changeEmailInput } from "@/lib/people/identity/schema";
import {
  listMemberships,
  listSessions,
  revokeOtherSessions,
  revokeSession,
} from "@/lib/people/identity/session-queries";
import { changePasswordInput, profileInput, sessionView } from "@/lib/people/merchants/schema";
import { chooseNotificationInput, notificationPreferencesView } from "@/lib/people/notifications/notification-schema";
import { chooseNotification, listNotificationPreferences } from "@/lib/people/notifications/queries";

/** The user's own sessions. */
const sessions = router({
  list: operation(person())
    .output(z.array(sessionView))
    .query(({ ctx: { session, now } }) => listSessions(session.user.id, session.id, now)),

  revoke: operation(fresh(person()))
    .input(byId)
    .output(done)
    .mutation(async ({ ctx: { session, now }, input }) => {
      await revokeSession(session.user.id, input.id, now);
      return {};
    }),

  /**
   * Signs out all other sessions, including one that uses a copy of this one's cookie; returns
   * their number.
   */
  revokeOthers: operation(fresh(person()))
    .output(z.object({ count: z.int() }))
    .mutation(async ({ ctx: { session, now, setCookie } }) => {
      const { count, sessionId } = await revokeOtherSessions(session.user.id, session.id, now);
      setCookie(await sessionCookie(sessionId));
      return { count };
    }),
});

/** The user's notification settings. */
const notifications = router({
  choices: operation(person())
    .output(notificationPreferencesView)
    .query(({ ctx: { session } }) => listNotificationPreferences(session.user)),

  choose: operation(person())
    .input(chooseNotificationInput)
    .output(done)
    .mutation(async ({ ctx: { session }, input }) => {
      await chooseNotification(session.user.id, input);
      return {};
    }),
});

/** Operations of a signed-in user on their own account. */
export const account = router({
  confirm,
  notifications,
  passkeys,
  secondFactor,
  sessions,

  saveProfile: operation(person())
    .input(profileInput)
    .output(done)
    .mutation(async ({ ctx: { session }, input }) => {
      await updateProfile(session.user.id, input);
      return {};
    }),

  /** Requires the current password, however recently the user confirmed their identity. */
  changePassword: operation(person())
    .input(changePasswordInput)
    .output(done)
    .mutation(async ({ ctx: { session, request, ip, now, setCookie }, input }) => {
      const renewed = await changePassword({ userId: session.user.id, sessionId: session.id, ip }, input, now);
      setCookie(await sessionCookie(renewed));
      setCookie(await browserCookie(session.user.id, request.headers.get("cookie"), now));
      return {};
    }),

  /** Sends a link to the new address; nothing changes until it is opened. */
  changeEmail: operation(fresh(person()))
    .input(changeEmailInput)
    .output(done)
    .mutation(async ({ ctx: { session, ip, now }, input }) => {
      await askToChangeEmail({ userId: session.user.id, sessionId: session.id, ip }, input, now);
      return {};
    }),

  /** Resends the mail that verifies the user's address. */
  sendProofAgain: operation(person())
    .output(done)
    .mutation(async ({ ctx: { session, now } }) => {
      await sendVerificationAgain(session.user.id, now);
      return {};
    }),

  /**
   * Chooses the merchant whose pages are rendered next. The cookie is only a preference, which the
   * frame of the pages also writes: membership is checked on every request. Also works for a
   * merchant that requires a missing second factor: its pages say so.
   */
  chooseMerchant: operation(person())
    .input(z.object({ merchantId: z.uuid() }))
    .output(done)
    .mutation(async ({ ctx: { session, setCookie }, input }) => {
      const { merchantId } = chosenOf(await listMemberships(session.user.id), { named: input.merchantId });
      setCookie({
        name: MERCHANT_COOKIE,
        value: merchantId,
        httpOnly: false,
        sameSite: "lax",
        secure: isCookieSecure(),
        path: "/",
      });
      return {};
    }),
});
