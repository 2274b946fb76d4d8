import { z } from "zod";

/** The installation as the operator sees it. Safe for the browser. */

const moment = z.iso.datetime();

const NODE_STATES = ["ready", "missing", "silent", "lagging", "stopped"] as const;

export const networkRowView = z.object({
  code: z.string(),
  name: z.string(),
  isEnabled: z.boolean(),
  isSandbox: z.boolean(),
  node: z.enum(NODE_STATES),
  /** What is wrong, as text; null when healthy. */
  problem: z.string().nullable(),
  /**
   * Last block whose deposits are booked, and the highest that the node reported; null before the
   * first.
   */
  height: z.string().nullable(),
  headHeight: z.string().nullable(),
  headAt: moment.nullable(),
  lastAnswerAt: moment.nullable(),
});
export type NetworkRowView = z.output<typeof networkRowView>;

const workerRowView = z.object({
  id: z.string(),
  host: z.string(),
  pid: z.int(),
  /** See lib/kernel/worker-roles.ts. */
  roles: z.array(z.string()),
  startedAt: moment,
  lastSeenAt: moment,
  /** Its last heartbeat is recent. */
  isAlive: z.boolean(),
});
export type WorkerRowView = z.output<typeof workerRowView>;

const alarmRowView = z.object({
  id: z.uuid(),
  kind: z.string(),
  subject: z.string(),
  message: z.string(),
  raisedAt: moment,
});
export type AlarmRowView = z.output<typeof alarmRowView>;

export const operationsView = z.object({
  networks: z.array(networkRowView),
  workers: z.array(workerRowView),
  alarms: z.array(alarmRowView),
  /** Without an owner: the operator decides. */
  openCases: z.int(),
  heldDeposits: z.int(),
  /** Payouts and refunds to listed addresses. */
  openReviews: z.int(),
  /** Active kill switches, set by the operator or the gateway. */
  stoppedNetworks: z.int(),
  /** Sends with a blocker. */
  waitingSends: z.int(),
  /** Webhooks of all merchants that failed within 30 days. */
  failedWebhooks: z.int(),
  /** Derived addresses not yet given out, by family. */
  pools: z.array(z.object({ family: z.string(), waiting: z.int() })),
});
export type OperationsView = z.output<typeof operationsView>;
