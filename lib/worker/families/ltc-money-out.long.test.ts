import { describeMoneyOut } from "@/lib/worker/testing/full-size";

describeMoneyOut("ltc", 20);
