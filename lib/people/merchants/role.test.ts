import { describe, expect, test } from "vitest";
import { isAllowed, MEMBER_ROLES, type Permission, rolesWith } from "@/lib/people/merchants/role";

/** The permissions, written out a second time: a change of the table must be confirmed here. */
const EXPECTED: Readonly<Record<Permission, string>> = {
  "merchant.read": "owner manager developer viewer",
  "invoice.create": "owner manager",
  "wallet.change": "owner manager",
  "case.decide": "owner manager",
  "webhook.resend": "owner manager developer",
  "webhook.test": "owner developer",
  "api-key.read": "owner manager developer",
  "api-key.rotate": "owner developer",
  "payout-key.rotate": "owner manager",
  "payout.create": "owner manager",
  "review.decide": "owner manager",
  "limits.change": "owner",
  "settlement.change": "owner",
  "merchant.change": "owner",
  "member.read": "owner manager developer viewer",
  "member.change": "owner",
  "audit.read": "owner manager",
};

describe("the roles", () => {
  test.each(Object.entries(EXPECTED))("%s: %s", (permission, roles) => {
    const allowed = MEMBER_ROLES.filter((role) => isAllowed(role, permission as Permission));
    expect(allowed.join(" ")).toBe(roles);
  });

  test("a role that may approve outflows has the 24-hour cooldown after a new password, like one that may send", () => {
    for (const permission of ["review.decide", "case.decide", "payout-key.rotate"] as const)
      for (const role of rolesWith(permission)) expect(rolesWith("payout.create")).toContain(role);
  });

  test("a role that limits outflows is not one that only creates them", () => {
    expect(rolesWith("limits.change")).toEqual(["owner"]);
  });
});
