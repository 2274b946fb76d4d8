import { describeMoneyIn } from "@/lib/worker/testing/full-size";

describeMoneyIn("ton", { payments: 80, kills: 15 });
