import type { Tx } from "@/lib/db";
import { insertMember } from "@/lib/merchants/merchants-repo";
import type { MemberRole } from "@/lib/merchants/role";

export type AddMemberInput = { readonly merchantId: string; readonly userId: string; readonly role: MemberRole };

/** Lets a user into a merchant. Throws the database's unique violation when they are in already. */
export async function addMember(tx: Tx, input: AddMemberInput): Promise<void> {
  await insertMember(tx, { merchantId: input.merchantId, userId: input.userId, role: input.role });
}
