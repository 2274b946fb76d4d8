import { withLongReads } from "@/lib/kernel/db";
import { type AuditRule, findViolations } from "@/lib/ledger/audit-rule-repo";

/** Returns one line for everything that breaks one of the rules. */
export async function findAllViolations(rules: readonly AuditRule[]): Promise<string[]> {
  return await withLongReads(async (client) => {
    const found: string[] = [];
    for (const rule of rules) found.push(...(await findViolations(client, rule)));
    return found;
  });
}
