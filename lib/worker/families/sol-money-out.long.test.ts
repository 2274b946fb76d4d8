import { describeMoneyOut } from "@/lib/worker/testing/full-size";

describeMoneyOut("sol", 20);
