import { describeMoneyOut } from "@/lib/run/worker/testing/full-size";

describeMoneyOut("ton", 20);
