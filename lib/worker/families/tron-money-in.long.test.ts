import { describeMoneyIn } from "@/lib/worker/testing/full-size";

describeMoneyIn("tron", { payments: 80, kills: 15 });
