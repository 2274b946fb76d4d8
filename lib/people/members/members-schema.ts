import { z } from "zod";
import { MEMBER_ROLES } from "@/lib/people/merchants/role";

/** Who works for a merchant, as the pages see it. Safe for the browser. */

export const memberView = z.object({
  userId: z.uuid(),
  name: z.string(),
  email: z.string(),
  role: z.enum(MEMBER_ROLES),
  joinedAt: z.iso.datetime(),
  isYou: z.boolean(),
  /** By an operator; they cannot sign in meanwhile. */
  isSuspended: z.boolean(),
  /**
   * How safe an account is and when it was used is told to whoever may change members, and to
   * nobody else.
   */
  safety: z
    .object({
      hasSecondFactor: z.boolean(),
      /** Null: never signed in, or so long ago that it is forgotten. */
      lastSeenAt: z.iso.datetime().nullable(),
    })
    .nullable(),
});
export type MemberView = z.output<typeof memberView>;

export const membersView = z.object({ items: z.array(memberView) });

export const memberRoleInput = z.object({ role: z.enum(MEMBER_ROLES) });
