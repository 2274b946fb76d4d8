import { expect } from "vitest";
import type { CrashPoint } from "@/lib/kernel/crash-point";
import { expectComparedAudit, until } from "@/lib/run/worker/testing/observe";
import type { TestGateway } from "@/lib/run/worker/testing/test-gateway";
import type { WorkerProcess } from "@/lib/run/worker/testing/worker-process";

const KILLED_WITHIN_MS = 180_000;

/**
 * Every moment between two things of one send that are not one transaction, in the order of its
 * life.
 */
export const SEND_POINTS: readonly [CrashPoint, ...CrashPoint[]] = [
  "send:estimated",
  "send:signed",
  "send:broadcast",
  "send:seen",
  "send:included",
  "send:settled",
];

type Relay = {
  /** Lives already, and is to be killed at the first point. */
  readonly first?: WorkerProcess;
  /** While none lives. */
  readonly between?: (point: CrashPoint) => Promise<void>;
};

/**
 * Workers one after the other: each goes on from where the one before it was killed, and is killed
 * itself at the next point. The points are in the order in which whatever is under way comes by
 * them, so that it meets each of these deaths, and as few processes start as there are points.
 * After each death the books are held against themselves and the chain. None lives at the end.
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
    // One that ends for a reason of its own was not killed.
    const { signal } = await victim.end("SIGKILL");
    expect(signal, `${point}: ${victim.output()}`).toBe("SIGKILL");
    await expectComparedAudit();
    await between(point);
  }
}

/** A worker that will be killed there. */
export function startDoomed(gateway: Pick<TestGateway, "startWorker">, point: CrashPoint): WorkerProcess {
  return gateway.startWorker({ CRASH_POINT: point });
}
