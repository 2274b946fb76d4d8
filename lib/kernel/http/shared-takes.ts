import cluster from "node:cluster";

/**
 * Web processes of one machine tell each other what was taken from their allowances
 * (scripts/lib/web-cluster.mjs hands it on), so that a client has one allowance and not one in
 * each. They agree within this time: what runs away is stopped, and a call waits for no other
 * process.
 */
const TELL_MS = 100;
/**
 * Of one message. Whoever takes from more allowances than this in so short a time is told of in
 * part.
 */
const KEYS_MAX = 2_000;

/**
 * How many of an allowance were taken; `rate` is what the allowance is, for whoever has not met it.
 */
export type Take<Rate> = { readonly key: string; readonly count: number; readonly rate: Rate };
type Message = { readonly kind: "taken"; readonly from: string; readonly takes: readonly Take<unknown>[] };

/** How processes hear of each other; for tests another one than the process's own. */
export type TakesChannel = {
  /** Undefined where there is nobody to tell. */
  readonly send: ((message: Message) => void) | undefined;
  readonly hear: (listener: (message: unknown) => void) => void;
};

const listeners: ((message: unknown) => void)[] = [];
/**
 * A process of a cluster; any other that was forked, by a test for example, has a parent that does
 * not know these messages.
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
 * Tells others of what is taken from the allowances of this name, and calls `onTaken` for what they
 * took. Answers how to tell; without other processes that does nothing.
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
    // Written by the same code, in another process of ours.
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
