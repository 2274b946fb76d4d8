import { closeDatabase } from "@/lib/db";
import { orderRows } from "@/lib/payout-batches/order-rows";

/** A process that orders a batch to its end, for tests that kill it in the middle. Its argument is the batch's id. */
const [batchId = ""] = process.argv.slice(2);
while ((await orderRows(batchId)) !== "nothing");
await closeDatabase();
