import { describeMoneyOut } from "@/lib/worker/testing/full-size";

describeMoneyOut("ton", 20);
