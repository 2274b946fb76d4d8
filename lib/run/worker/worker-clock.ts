import { hostname } from "node:os";
import { clearAlarm, raiseAlarm } from "@/lib/kernel/alarms/raise-alarm";
import { WrongClock } from "@/lib/kernel/clock-guard";
import { assertClock, database, measureClock } from "@/lib/kernel/db";

/**
 * Reads the database's clock, and raises the alarm about this machine's if it is wrong: other
 * workers may take over from this one, which must end.
 * @throws WrongClock
 */
export async function assertWorkerClock(): Promise<void> {
  // A virtual machine that was suspended goes on with all its clocks behind, so none shows a jump.
  await measureClock();
  await assertClock().catch(async (error: unknown) => {
    // Without a transaction: none begins while the clock is wrong.
    if (error instanceof WrongClock) await raiseAlarm(database(), { ...alarm(), message: sentence(error) });
    throw error;
  });
}

/** For a worker's start: the same, and ends the alarm of an earlier one if the clock is right. */
export async function startWithClock(): Promise<void> {
  await assertWorkerClock();
  await clearAlarm(database(), alarm());
}

const alarm = () => ({ kind: "clock-wrong", subject: hostname() }) as const;

const sentence = ({ message }: WrongClock) => `A worker on ${hostname()} ended: ${message}.`;
