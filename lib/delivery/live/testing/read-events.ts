/** Reads a stream of server-sent events one by one. */
export type EventReader = {
  /** The data of the next event without a name, parsed; null when the stream has ended. */
  readonly next: () => Promise<Record<string, unknown> | null>;
  /** Names of the events received in between. */
  readonly names: readonly string[];
  readonly cancel: () => Promise<void>;
};

/** @throws Error for a response without a body */
export function readEvents(response: Response): EventReader {
  if (response.body === null) throw new Error(`answered ${response.status} without a body`);
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  const names: string[] = [];
  let rest = "";
  const nextBlock = async (): Promise<string | null> => {
    while (!rest.includes("\n\n")) {
      const { done, value } = await reader.read();
      if (done) return null;
      rest += decoder.decode(value, { stream: true });
    }
    const end = rest.indexOf("\n\n");
    const block = rest.slice(0, end);
    rest = rest.slice(end + 2);
    return block;
  };
  const next = async (): Promise<Record<string, unknown> | null> => {
    for (let block = await nextBlock(); block !== null; block = await nextBlock()) {
      const name = /^event: (.*)$/m.exec(block)?.[1];
      const data = /^data: (.*)$/m.exec(block)?.[1];
      if (name !== undefined) names.push(name);
      else if (data !== undefined) return JSON.parse(data) as Record<string, unknown>;
    }
    return null;
  };
  return { next, names, cancel: () => reader.cancel() };
}
