import { z } from "zod";

/** What the operator sees of the installation. Safe for the browser. */

const moment = z.iso.datetime();

const NODE_STATES = ["ready", "missing", "silent", "lagging", "stopped"] as const;

export const networkRowView = z.object({
  code: z.string(),
  name: z.string(),
  isEnabled: z.boolean(),
  isSandbox: z.boolean(),
  node: z.enum(NODE_STATES),
  /** What is wrong, in words; null when all is well. */
  problem: z.string().nullable(),
  /**
   * Last block whose deposits are in the books, and the highest that the node told; null before the
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
  startedAt: moment,
  lastSeenAt: moment,
  /** Its last beat is recent. */
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
  /** Of nobody: the operator's to decide. */
  openCases: z.int(),
  heldDeposits: z.int(),
  /** Payouts and refunds to listed addresses. */
  openReviews: z.int(),
  /** Kill switches that are set, the operator's own and the gateway's. */
  stoppedNetworks: z.int(),
  /** Sends that something hinders. */
  waitingSends: z.int(),
  /** By family: addresses that wait to be given out. */
  pools: z.array(z.object({ family: z.string(), waiting: z.int() })),
});
export type OperationsView = z.output<typeof operationsView>;
