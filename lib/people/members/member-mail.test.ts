import { expect, test } from "vitest";
import { writeMemberMail } from "@/lib/people/members/member-mail";

test("older names with line breaks become one line in the mail", () => {
  const member = {
    userId: "one",
    name: "Grace",
    email: "grace@people.test",
    role: "viewer",
    isBlocked: false,
  } as const;
  const by = { ...member, userId: "two", name: "Ada\n\nYour account is locked", email: "ada@people.test" };
  const mail = writeMemberMail({ merchantName: "Shop\r\nhttps://evil.example", member, by }, { kind: "removed" });

  expect(mail.text).toContain(
    "Ada Your account is locked (ada@people.test) removed you from Shop https://evil.example. You no longer have access.",
  );
});
