import { clearAlarm } from "@/lib/alarms/raise-alarm";
import { contradictsDecimals, verifyServices } from "@/lib/catalog/verify-services";
import type { ChainDriver } from "@/lib/chains/driver";
import { withTransaction } from "@/lib/db";
import { log } from "@/lib/log";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/**
 * Makes the check of a network's tokens that a watcher calls before each step of reading: it asks the node at its first call and then
 * each hour, or each minute while something differs, so that a wrong answer of one moment does not close a service for long. The first
 * one has to succeed, because decimals decide what a payment is worth; a later one that fails is tried again in a minute.
 */
export function createVerifier(driver: ChainDriver, networkCode: string): (signal: AbortSignal) => Promise<void> {
  let nextAt = 0;
  let wasVerified = false;
  return async (signal) => {
    if (Date.now() < nextAt) return;
    try {
      nextAt = Date.now() + ((await verifyNow(driver, networkCode, signal)) ? HOUR_MS : MINUTE_MS);
      wasVerified = true;
    } catch (error) {
      if (!wasVerified) throw error;
      nextAt = Date.now() + MINUTE_MS;
      log().warn({ network: networkCode, err: error }, "the network's tokens could not be verified");
    }
  };
}

/** Whether the node agrees in everything. */
async function verifyNow(driver: ChainDriver, networkCode: string, signal: AbortSignal): Promise<boolean> {
  const verifications = await verifyServices(driver, networkCode, signal);
  if (!verifications.some(({ mismatch }) => contradictsDecimals(mismatch))) {
    await withTransaction((tx) => clearAlarm(tx, { kind: "amount-unreadable", subject: networkCode }));
  }
  return verifications.every(({ mismatch }) => mismatch === null);
}
