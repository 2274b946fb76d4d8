import { describeMoneyIn } from "@/lib/run/worker/testing/full-size";

describeMoneyIn("tron", { payments: 80, kills: 15 });
