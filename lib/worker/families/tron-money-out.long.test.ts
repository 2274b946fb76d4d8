import { describeMoneyOut } from "@/lib/worker/testing/full-size";

describeMoneyOut("tron", 20);
