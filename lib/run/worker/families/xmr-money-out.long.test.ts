import { describeMoneyOut } from "@/lib/run/worker/testing/full-size";

/**
 * In minutes: only one transaction is in flight at a time, and the change of an output is locked
 * for ten blocks.
 */
describeMoneyOut("xmr", 10);
