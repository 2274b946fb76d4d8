import { z } from "zod";
import { MEMBER_ROLES } from "@/lib/people/merchants/role";

/** The members of a merchant, as the pages show them. Safe for the browser. */

export const memberView = z.object({
  userId: z.uuid(),
  name: z.string(),
  email: z.string(),
  role: z.enum(MEMBER_ROLES),
  joinedAt: z.iso.datetime(),
  isYou: z.boolean(),
  /** Suspended by an operator; they cannot sign in meanwhile. */
  isSuspended: z.boolean(),
  /** An account's security and last use are shown only to those who may change members. */
  safety: z
    .object({
      hasSecondFactor: z.boolean(),
      /** Null: never signed in, or so long ago that the record was deleted. */
      lastSeenAt: z.iso.datetime().nullable(),
    })
    .nullable(),
});
export type MemberView = z.output<typeof memberView>;

export const membersView = z.object({ items: z.array(memberView) });

export const memberRoleInput = z.object({ role: z.enum(MEMBER_ROLES) });
