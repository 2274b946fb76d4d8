import { closeDatabase } from "@/lib/kernel/db";
import { removeSecondFactor } from "@/lib/people/identity/second-factor-remove";

/** `npm run account:remove-second-factor -- EMAIL` */
const [email, ...rest] = process.argv.slice(2);
try {
  if (email === undefined || rest.length > 0)
    throw new Error("Name one account: npm run account:remove-second-factor -- EMAIL");
  const removed = await removeSecondFactor(email, new Date());
  const app = removed.hadTotp ? "the authenticator app" : "no authenticator app";
  process.stdout.write(
    `Removed from ${removed.email}: ${app}, ${removed.passkeys} passkey(s), all recovery codes. Every browser is signed out.\n`,
  );
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
} finally {
  await closeDatabase();
}
