import { AsyncLocalStorage } from "node:async_hooks";

/**
 * From which address the request came that is being worked on, for whatever writes down who did what. It is at hand wherever the work of
 * a request goes, because every command would otherwise have to pass on what none of them needs.
 */
const addresses = new AsyncLocalStorage<string | null>();

/** Does the work of a request that came from this address; null where nobody has told it. */
export function withCallerAddress<Result>(address: string | null, work: () => Promise<Result>): Promise<Result> {
  return addresses.run(address, work);
}

/** Null outside of any request, as in the worker. */
export function callerAddress(): string | null {
  return addresses.getStore() ?? null;
}
