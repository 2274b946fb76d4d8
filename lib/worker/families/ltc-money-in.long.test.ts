import { describeMoneyIn } from "@/lib/worker/testing/full-size";

describeMoneyIn("ltc", { payments: 80, kills: 15 });
