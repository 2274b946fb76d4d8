import { describeMoneyOut } from "@/lib/run/worker/testing/full-size";

/**
 * In minutes: only one transaction is under way at a time, and what is left of an output is locked
 * for ten blocks.
 */
describeMoneyOut("xmr", 10);
