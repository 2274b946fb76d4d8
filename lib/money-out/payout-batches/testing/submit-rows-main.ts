import { closeDatabase } from "@/lib/kernel/db";
import { submitRows } from "@/lib/money-out/payout-batches/submit-rows";

/**
 * A process that submits a batch's rows to the end, for tests that kill it midway. Its argument is
 * the batch's id.
 */
const [batchId = ""] = process.argv.slice(2);
while ((await submitRows(batchId)) !== "nothing");
await closeDatabase();
