import type { Tx } from "@/lib/db";
import { hashPassword } from "@/lib/merchants/password";
import { emailInput, nameInput, newPasswordInput } from "@/lib/merchants/schema";
import { insertUser } from "@/lib/merchants/users-repo";

export type CreateUserInput = {
  readonly email: string;
  readonly name: string;
  readonly password: string;
  readonly isOperator: boolean;
};

/**
 * A person who can sign in, with the password hashed. They see nothing until they become a member of a merchant or are the
 * operator. Throws a ZodError for a malformed e-mail or a short password, and the database's unique violation for a known e-mail.
 */
export async function createUser(tx: Tx, input: CreateUserInput): Promise<{ id: string }> {
  const passwordHash = await hashPassword(newPasswordInput.parse(input.password));
  const email = emailInput.parse(input.email);
  return insertUser(tx, { email, name: nameInput.parse(input.name), passwordHash, isOperator: input.isOperator });
}
