import { closeDatabase } from "@/lib/kernel/db";
import { decideSettlement } from "@/lib/money-out/settlements/decide-settlement";

/** A process that decides a rule, for tests that kill it midway. Its argument is the rule's id. */
const [ruleId = ""] = process.argv.slice(2);
await decideSettlement(ruleId, new Date());
await closeDatabase();
