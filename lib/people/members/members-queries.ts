import { database } from "@/lib/kernel/db";
import type { MemberView } from "@/lib/people/members/members-schema";
import { selectMembers } from "@/lib/people/merchants/members-repo";
import { isAllowed, type MemberRole } from "@/lib/people/merchants/role";

/** Who works for a merchant, owners first. How safe their accounts are is told to whoever may change members. */
export async function listMembers(
  merchantId: string,
  viewer: { readonly userId: string; readonly role: MemberRole },
): Promise<{ items: MemberView[] }> {
  const seesSafety = isAllowed(viewer.role, "member.change");
  const rows = await selectMembers(database(), merchantId);
  return {
    items: rows.map(({ userId, role, createdAt, user }) => ({
      userId,
      name: user.name,
      email: user.email,
      role,
      joinedAt: createdAt.toISOString(),
      isYou: userId === viewer.userId,
      isSuspended: user.isBlocked,
      safety: seesSafety
        ? {
            hasSecondFactor: user.totpEnabledAt !== null || user.passkeys.length > 0,
            lastSeenAt: user.sessions[0]?.lastSeenAt.toISOString() ?? null,
          }
        : null,
    })),
  };
}
