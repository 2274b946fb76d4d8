import { createHash, randomInt } from "node:crypto";
import { recordAudit } from "@/lib/kernel/audit-log/record-audit";
import { database, type Tx, withTransaction } from "@/lib/kernel/db";
import { AppError } from "@/lib/kernel/errors";
import { sendVerification } from "@/lib/people/identity/confirm-email";
import { limitAttempts } from "@/lib/people/identity/limit-attempts";
import { hashPassword } from "@/lib/people/identity/password";
import { assertPasswordAllowed } from "@/lib/people/identity/password-rules";
import { createMerchant } from "@/lib/people/merchants/create-merchant";
import { emailInput, nameInput, newPasswordInput, type SetupInput } from "@/lib/people/merchants/schema";
import { insertUser } from "@/lib/people/merchants/users-repo";

const SETUP_ROW = 1;

/** Returns true if set-up was completed or an operator exists, however they were created. */
async function isSetupDone(tx: Tx): Promise<boolean> {
  const state = await tx.setupState.findUnique({ where: { id: SETUP_ROW }, select: { closedAt: true } });
  if (state?.closedAt) return true;
  return (await tx.user.findFirst({ where: { isOperator: true }, select: { id: true } })) !== null;
}

/** Replaces the waiting code; false when set-up is closed. */
async function storeSetupCode(tx: Tx, codeHash: Uint8Array<ArrayBuffer>): Promise<boolean> {
  const rows = await tx.$queryRaw<{ id: number }[]>`
    insert into setup_state as s (id, code_hash, updated_at) values (${SETUP_ROW}, ${codeHash}, now())
    on conflict (id) do update set code_hash = excluded.code_hash, updated_at = now() where s.closed_at is null
    returning id`;
  return rows.length === 1;
}

/**
 * Closes set-up for ever if this is the waiting code; false otherwise. Of two concurrent calls, one
 * gets true.
 */
async function closeSetup(tx: Tx, codeHash: Uint8Array<ArrayBuffer>, closedAt: Date): Promise<boolean> {
  const { count } = await tx.setupState.updateMany({
    where: { id: SETUP_ROW, closedAt: null, codeHash },
    data: { closedAt, codeHash: null },
  });
  return count === 1;
}

/** Crockford's base 32: no I, L, O, U to misread on a terminal. */
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
/** 80 bits: cannot be guessed within any rate limit. */
const CODE_CHARACTERS = 16;
const GROUP_CHARACTERS = 4;

/**
 * Creates a code for the first start, to be printed to the terminal: whoever reads the terminal
 * owns the installation. Replaces the code of an earlier start. Null when set-up is closed or an
 * operator exists.
 */
export async function issueSetupCode(): Promise<string | null> {
  if (await isSetupDone(database())) return null;
  const characters = Array.from({ length: CODE_CHARACTERS }, () => ALPHABET.charAt(randomInt(ALPHABET.length)));
  const code = characters.join("");
  const isStored = await storeSetupCode(database(), hashSetupCode(code));
  return isStored ? groupCharacters(code) : null;
}

export async function isSetupOpen(): Promise<boolean> {
  return !(await isSetupDone(database()));
}

/**
 * Ignores case and dashes. A plain hash suffices: the code has too many bits for a brute-force
 * search.
 */
function hashSetupCode(code: string): Uint8Array<ArrayBuffer> {
  const plain = code.toUpperCase().replaceAll(/[^0-9A-Z]/g, "");
  return new Uint8Array(createHash("sha256").update(plain).digest());
}

function groupCharacters(code: string): string {
  return (code.match(new RegExp(`.{${GROUP_CHARACTERS}}`, "g")) ?? []).join("-");
}

/**
 * Completes the first start: creates the operator and a merchant that they own, and closes set-up
 * for ever, all or nothing.
 * @throws AppError `refused` once it is closed; `invalid_request` naming `code` or `password`;
 *   `rate_limited`
 */
export async function completeSetup(input: SetupInput, ip: string, now: Date): Promise<void> {
  await limitAttempts("setup", { ip }, now);
  if (await isSetupDone(database())) throw new AppError("refused", "Set-up is closed. Sign in instead.");
  assertPasswordAllowed("password", input.password, { ...input, merchantNames: [input.merchantName] });
  await withTransaction(async (tx) => {
    if (!(await closeSetup(tx, hashSetupCode(input.code), now))) {
      throw new AppError("invalid_request", "Wrong code.", {
        fields: { code: ["This is not the code printed at the last start."] },
      });
    }
    const user = await createUser(tx, {
      email: input.email,
      name: input.name,
      password: input.password,
      isOperator: true,
    });
    const merchant = await createMerchant(tx, { name: input.merchantName, ownerUserId: user.id });
    await recordAudit(tx, { actorId: user.id, merchantId: merchant.id, action: "setup.complete", target: user.id });
    await sendVerification(tx, { id: user.id, email: input.email, name: input.name }, now);
  });
}

type CreateUserInput = {
  readonly email: string;
  readonly name: string;
  readonly password: string;
  readonly isOperator: boolean;
};

/**
 * Creates a user who can sign in, with the password hashed. They see nothing until they become a
 * member of a merchant or the operator. Throws a ZodError for a malformed e-mail or a short
 * password, and the database's unique violation for a known e-mail.
 */
export async function createUser(tx: Tx, input: CreateUserInput): Promise<{ id: string }> {
  const passwordHash = await hashPassword(newPasswordInput.parse(input.password));
  const email = emailInput.parse(input.email);
  return insertUser(tx, { email, name: nameInput.parse(input.name), passwordHash, isOperator: input.isOperator });
}
