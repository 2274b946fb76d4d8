import { describeMoneyOut } from "@/lib/run/worker/testing/full-size";

describeMoneyOut("ltc", 20);
