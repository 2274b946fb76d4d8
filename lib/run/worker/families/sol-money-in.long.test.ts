import { describeMoneyIn } from "@/lib/run/worker/testing/full-size";

describeMoneyIn("sol", { payments: 80, kills: 15 });
