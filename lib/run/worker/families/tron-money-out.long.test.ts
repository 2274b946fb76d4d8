import { describeMoneyOut } from "@/lib/run/worker/testing/full-size";

describeMoneyOut("tron", 20);
