import { describeMoneyIn } from "@/lib/run/worker/testing/full-size";

describeMoneyIn("ton", { payments: 80, kills: 15 });
