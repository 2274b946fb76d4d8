import { describeMoneyIn } from "@/lib/worker/testing/full-size";

describeMoneyIn("sol", { payments: 80, kills: 15 });
