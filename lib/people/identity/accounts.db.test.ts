import { expect, test } from "vitest";
import { database, withTransaction } from "@/lib/kernel/db";
import { createUser } from "@/lib/people/identity/complete-setup";
import { isPasswordRight } from "@/lib/people/identity/password";
import { createMerchant } from "@/lib/people/merchants/create-merchant";
import { selectMemberships } from "@/lib/people/merchants/merchants-repo";
import { findUserByEmail } from "@/lib/people/merchants/users-repo";

const PASSWORD = "correct horse battery";

test("stores a user with a lower-case e-mail and an argon2id hash, never the password", async () => {
  await withTransaction((tx) =>
    createUser(tx, { email: "  Ada@Example.COM ", name: "Ada", password: PASSWORD, isOperator: false }),
  );

  const user = await findUserByEmail(database(), "ada@example.com");

  expect(user?.passwordHash).toMatch(/^\$argon2id\$v=19\$/);
  expect(await isPasswordRight(user?.passwordHash ?? "", PASSWORD)).toBe(true);
  expect(await isPasswordRight(user?.passwordHash ?? "", "correct horse batterz")).toBe(false);
});

test("treats an e-mail as one user, whatever its letter case", async () => {
  const create = (email: string) =>
    withTransaction((tx) => createUser(tx, { email, name: "Bob", password: PASSWORD, isOperator: false }));
  await create("bob@example.com");

  await expect(create("BOB@example.com")).rejects.toThrow();
});

test("creates no user with a short password", async () => {
  const created = withTransaction((tx) =>
    createUser(tx, { email: "short@example.com", name: "Short", password: "elevenchars", isOperator: false }),
  );

  await expect(created).rejects.toThrow("at least 12");
  expect(await findUserByEmail(database(), "short@example.com")).toBeNull();
});

test("makes whoever creates a merchant its owner", async () => {
  const { userId, merchantId } = await withTransaction(async (tx) => {
    const user = await createUser(tx, {
      email: "owner@example.com",
      name: "Owner",
      password: PASSWORD,
      isOperator: false,
    });
    const merchant = await createMerchant(tx, { name: "Shop", ownerUserId: user.id });
    return { userId: user.id, merchantId: merchant.id };
  });

  expect(await selectMemberships(database(), userId)).toEqual([
    { merchantId, merchantName: "Shop", role: "owner", requiresSecondFactor: false },
  ]);
});
