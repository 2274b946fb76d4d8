import { alarmChecks } from "@/lib/doctor/alarm-checks";
import type { Check } from "@/lib/doctor/check";
import { databaseChecks } from "@/lib/doctor/database-checks";
import { messageChecks } from "@/lib/doctor/message-checks";
import { moneyChecks } from "@/lib/doctor/money-checks";
import { networkChecks } from "@/lib/doctor/network-checks";
import { outflowChecks } from "@/lib/doctor/outflow-checks";
import { priceChecks } from "@/lib/doctor/price-checks";
import { safetyChecks } from "@/lib/doctor/safety-checks";
import { workerChecks } from "@/lib/doctor/worker-checks";

/** Everything that the doctor asks, but for the first question: whether the database answers. In the order in which it is told. */
export const ALL_CHECKS: readonly Check[] = [
  ...databaseChecks,
  ...workerChecks,
  ...networkChecks,
  ...priceChecks,
  ...moneyChecks,
  ...messageChecks,
  ...alarmChecks,
  ...safetyChecks,
  ...outflowChecks,
];
