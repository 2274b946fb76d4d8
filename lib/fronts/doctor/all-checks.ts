import { alarmChecks } from "@/lib/fronts/doctor/alarm-checks";
import type { Check } from "@/lib/fronts/doctor/check";
import { databaseChecks } from "@/lib/fronts/doctor/database-checks";
import { messageChecks } from "@/lib/fronts/doctor/message-checks";
import { moneyChecks } from "@/lib/fronts/doctor/money-checks";
import { networkChecks } from "@/lib/fronts/doctor/network-checks";
import { outflowChecks } from "@/lib/fronts/doctor/outflow-checks";
import { priceChecks } from "@/lib/fronts/doctor/price-checks";
import { safetyChecks } from "@/lib/fronts/doctor/safety-checks";
import { workerChecks } from "@/lib/fronts/doctor/worker-checks";

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
