import { describeMoneyIn } from "@/lib/run/worker/testing/full-size";

describeMoneyIn("ltc", { payments: 80, kills: 15 });
