import { log } from "@/lib/kernel/log";
import { decideSettlement, postpone } from "@/lib/money-out/settlements/decide-settlement";
import { findRule, selectDueRules } from "@/lib/money-out/settlements/repo";

const RULES_READ = 100;
const RETRY_MS = 5 * 60 * 1000;
const FAILED = "An internal error occurred. It is tried again within minutes.";

/** Decides the rules that are due. One that fails does not keep the others from being decided. */
export async function settleDueRules(now = new Date()): Promise<void> {
  for (const id of await selectDueRules(now, RULES_READ)) {
    await decideSettlement(id, now)
      .catch(async (error: unknown) => {
        log().error({ settlement: id, err: error }, "an automatic settlement could not be decided");
        const rule = await findRule(id);
        if (rule !== null) await postpone(rule, new Date(now.getTime() + RETRY_MS), FAILED);
      })
      .catch((error: unknown) => {
        log().error({ settlement: id, err: error }, "an automatic settlement could not be postponed");
      });
  }
}
