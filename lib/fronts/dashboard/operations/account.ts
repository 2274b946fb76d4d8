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

/** The person's own browsers. */
const sessions = router({
  list: operation(person())
    .output(z.array(sessionView))
    .query(({ ctx: { session, now } }) => listSessions(session.user.id, session.id, now)),

  /** Signs one of them out. */
  revoke: operation(fresh(person()))
    .input(byId)
    .output(done)
    .mutation(async ({ ctx: { session, now }, input }) => {
      await revokeSession(session.user.id, input.id, now);
      return {};
    }),

  /**
   * Signs all others out, and whoever copied the cookie of this one; answers how many there were.
   */
  revokeOthers: operation(fresh(person()))
    .output(z.object({ count: z.int() }))
    .mutation(async ({ ctx: { session, now, setCookie } }) => {
      const { count, sessionId } = await revokeOtherSessions(session.user.id, session.id, now);
      setCookie(await sessionCookie(sessionId));
      return { count };
    }),
});

/** How the person is told of what. */
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

/** What a signed-in person does about themselves. */
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

  /** Asks for the current one itself, however lately somebody was confirmed. */
  changePassword: operation(person())
    .input(changePasswordInput)
    .output(done)
    .mutation(async ({ ctx: { session, request, ip, now, setCookie }, input }) => {
      const renewed = await changePassword({ userId: session.user.id, sessionId: session.id, ip }, input, now);
      setCookie(await sessionCookie(renewed));
      setCookie(await browserCookie(session.user.id, request.headers.get("cookie"), now));
      return {};
    }),

  /** A link goes to the new address; nothing changes before it is opened. */
  changeEmail: operation(fresh(person()))
    .input(changeEmailInput)
    .output(done)
    .mutation(async ({ ctx: { session, ip, now }, input }) => {
      await askToChangeEmail({ userId: session.user.id, sessionId: session.id, ip }, input, now);
      return {};
    }),

  /** Sends the mail that proves one's address again. */
  sendProofAgain: operation(person())
    .output(done)
    .mutation(async ({ ctx: { session, now } }) => {
      await sendVerificationAgain(session.user.id, now);
      return {};
    }),

  /**
   * Chooses the merchant whose pages are drawn next. The cookie is a preference only: membership is
   * looked up on every request, and the frame of the pages writes it as well. Also for a merchant
   * that waits for a second factor: its pages say so.
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
