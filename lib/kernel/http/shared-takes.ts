import cluster from "node:cluster";

/**
 * The web processes of a machine report takes from their allowances to each other (relayed by
 * scripts/lib/web-cluster.mjs), so that a client has one allowance in total and not one per
 * process. They converge within this time: that stops runaway clients without making a call wait
 * for another process.
 */
const TELL_MS = 100;
/** Per message. Takes from more allowances than this in so short a time are reported in part. */
const KEYS_MAX = 2_000;

/** Number of takes from an allowance; `rate` is its size, for processes that have not seen it. */
export type Take<Rate> = { readonly key: string; readonly count: number; readonly rate: Rate };
type Message = { readonly kind: "taken"; readonly from: string; readonly takes: readonly Take<unknown>[] };

/** Channel between processes; replaced in tests. */
export type TakesChannel = {
  /** Undefined if there are no other processes. */
  readonly send: ((message: Message) => void) | undefined;
  readonly hear: (listener: (message: unknown) => void) => void;
};

const listeners: ((message: unknown) => void)[] = [];
/**
 * Only for a process of a cluster: the parent of any other fork, for example by a test, does not
 * know these messages.
 */
const ofProcess: TakesChannel = {
  send: cluster.isWorker ? (message) => void (process.connected && process.send?.(message)) : undefined,
  hear: (listener) => {
    if (listeners.push(listener) === 1)
      process.on("message", (message) => {
        for (const each of listeners) each(message);
      });
  },
};

/**
 * Reports takes from the allowances of this name to other processes, and calls `onTaken` for
 * theirs. Returns the function that reports; without other processes it does nothing.
 */
export function shareTakes<Rate>(
  name: string,
  onTaken: (take: Take<Rate>) => void,
  channel: TakesChannel = ofProcess,
): (key: string, rate: Rate) => void {
  const { send } = channel;
  if (send === undefined) return () => undefined;
  const pending = new Map<string, Take<Rate>>();
  const tell = () => {
    const takes = [...pending.values()];
    pending.clear();
    send({ kind: "taken", from: name, takes });
  };
  channel.hear((message) => {
    // Sent by the same code in another of our processes.
    if (isTaken(message) && message.from === name) for (const take of message.takes) onTaken(take as Take<Rate>);
  });
  return (key, rate) => {
    if (pending.size === 0) setTimeout(tell, TELL_MS).unref();
    const count = (pending.get(key)?.count ?? 0) + 1;
    if (count > 1 || pending.size < KEYS_MAX) pending.set(key, { key, count, rate });
  };
}

function isTaken(message: unknown): message is Message {
  return typeof message === "object" && message !== null && Reflect.get(message, "kind") === "taken";
}
