import { expect, test } from "vitest";
import { database } from "@/lib/kernel/db";
import { assertMayPayOut } from "@/lib/people/guards/assert-may-pay-out";
import { joinAs, later, NOW, newShop } from "@/lib/people/identity/testing/people";
import { changeMemberRole } from "@/lib/people/members/change-member-role";
import type { MemberRole } from "@/lib/people/merchants/role";
import { retryHeldSends } from "@/lib/sending/sends/funding-alarms";

/** Gives a member another role; returns whether outflows are allowed an hour later. */
async function afterChange(from: MemberRole, to: MemberRole, approvalAboveUsd: string | null) {
  const { merchantId, owner } = await newShop();
  await database().merchant.update({ where: { id: merchantId }, data: { approvalAboveUsd } });
  const { id: userId } = await joinAs(merchantId, from);
  await changeMemberRole({ merchantId, actorId: owner.id, userId, role: to }, NOW, retryHeldSends);
  return assertMayPayOut(merchantId, later(1)).then(
    () => "may leave",
    () => "in cooldown",
  );
}

test("a new second person starts the 24-hour cooldown if one must approve", async () => {
  expect(await afterChange("viewer", "manager", "100")).toBe("in cooldown");
  expect(await afterChange("developer", "owner", "0")).toBe("in cooldown");
  expect(await afterChange("viewer", "owner", null)).toBe("may leave");
});

test("a member who could approve before, or cannot afterwards, starts none", async () => {
  expect(await afterChange("owner", "manager", "100")).toBe("may leave");
  expect(await afterChange("viewer", "developer", "100")).toBe("may leave");
});
