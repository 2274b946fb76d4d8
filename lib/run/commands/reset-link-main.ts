import { closeDatabase } from "@/lib/kernel/db";
import { makeResetLink } from "@/lib/people/identity/send-reset-link";

/** `npm run account:reset-link -- EMAIL` */
const [email, ...rest] = process.argv.slice(2);
try {
  if (email === undefined || rest.length > 0) throw new Error("Name one account: npm run account:reset-link -- EMAIL");
  const made = await makeResetLink(email, new Date());
  process.stdout.write(`Set a new password for ${made.email} here, once, within an hour:\n${made.url}\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
} finally {
  await closeDatabase();
}
