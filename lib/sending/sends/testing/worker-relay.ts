import { expect } from "vitest";
import type { CrashPoint } from "@/lib/kernel/crash-point";
import { expectComparedAudit, until } from "@/lib/run/worker/testing/observe";
import type { TestGateway } from "@/lib/run/worker/testing/test-gateway";
import type { WorkerProcess } from "@/lib/run/worker/testing/worker-process";

const KILLED_WITHIN_MS = 180_000;

/** Every point of one send, in order. */
export const SEND_POINTS: readonly [CrashPoint, ...CrashPoint[]] = [
  "send:estimated",
  "send:stored",
  "send:signed",
  "send:broadcast",
  "send:seen",
  "send:included",
  "send:booked",
  "send:settled",
];

/** Whether a node has the transaction when a worker is killed at this point of its send. */
export function isBroadcastAt(point: CrashPoint): boolean {
  return SEND_POINTS.indexOf(point) >= SEND_POINTS.indexOf("send:broadcast");
}

type Relay = {
  /** A running worker, to be killed at the first point. */
  readonly first?: WorkerProcess;
  /** Called while no worker is running. */
  readonly between?: (point: CrashPoint) => Promise<void>;
};

/**
 * Runs workers one after the other: each continues where the previous one was killed, and is killed
 * itself at the next point. The points are in the order in which the tested process passes them, so
 * that it meets each crash, and only as many processes start as there are points. After each crash
 * the books are checked for consistency and against the chain. None is running at the end.
 */
export async function killAtEach(
  gateway: Pick<TestGateway, "startWorker">,
  points: readonly CrashPoint[],
  { first, between = async () => undefined }: Relay = {},
): Promise<void> {
  let waiting = first;
  for (const point of points) {
    const victim = waiting ?? startDoomed(gateway, point);
    waiting = undefined;
    await until(
      () => expect(victim.hasEnded(), `nobody came by ${point}: ${victim.output()}`).toBe(true),
      KILLED_WITHIN_MS,
    );
    // A process that exits for another reason was not killed.
    const { signal } = await victim.end("SIGKILL");
    expect(signal, `${point}: ${victim.output()}`).toBe("SIGKILL");
    await expectComparedAudit();
    await between(point);
  }
}

/** Starts a worker that is killed at this point. */
export function startDoomed(gateway: Pick<TestGateway, "startWorker">, point: CrashPoint): WorkerProcess {
  return gateway.startWorker({ CRASH_POINT: point });
}
