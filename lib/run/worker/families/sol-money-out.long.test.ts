import { describeMoneyOut } from "@/lib/run/worker/testing/full-size";

describeMoneyOut("sol", 20);
