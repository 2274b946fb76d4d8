import { describeMoneyIn } from "@/lib/run/worker/testing/full-size";

/** In minutes: Monero's programs are slower than others at everything. */
describeMoneyIn("xmr", { payments: 24, kills: 6 });
