import { describeMoneyIn } from "@/lib/run/worker/testing/full-size";

/** In minutes: its programs need longer than others for everything. */
describeMoneyIn("xmr", { payments: 24, kills: 6 });
