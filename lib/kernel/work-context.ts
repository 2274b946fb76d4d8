import { AsyncLocalStorage } from "node:async_hooks";

/** Ids, counts and states only: no amount, no address of a chain, nothing that a person wrote. */
export type Attributes = Readonly<Record<string, string | number | boolean>>;

/** A step of recorded work (lib/kernel/tracing). None of its functions throws. */
export type OpenSpan = {
  readonly set: (attributes: Attributes) => void;
  /** Links it to the trace of an object, which begins with it if `kind` is not null. */
  readonly linkTo: (id: string, kind: string | null) => void;
  readonly end: (error?: unknown) => void;
};

/** The request or job that the code now running is part of. */
export type Work = {
  /** Id of the request; null in the worker. */
  readonly requestId: string | null;
  /** Id of the object that it is about (an invoice, a payout), a UUID; null while unknown. */
  about: string | null;
  /** Null unless it is recorded. */
  readonly span: OpenSpan | null;
};

type Context = { readonly work: Work | null; readonly address: string | null };

/**
 * One store for everything that would otherwise be passed through every command without being
 * needed by it: each further store costs time for every promise of every request.
 */
const contexts = new AsyncLocalStorage<Context>();
const NONE: Context = { work: null, address: null };

/** Runs the work of a request or job. */
export function withWork<Result>(work: Work, run: () => Result, address = callerAddress()): Result {
  return contexts.run({ work, address }, run);
}

/** Runs what serves several requests or jobs, none of which it is part of. */
export function outsideWork<Result>(run: () => Result): Result {
  return contexts.run(NONE, run);
}

/** Runs work that is about one object, for its log lines and the jobs that it adds. */
export function withTrace<Result>(id: string, run: () => Result): Result {
  const work = currentWork();
  return withWork({ requestId: work?.requestId ?? null, about: id, span: work?.span ?? null }, run);
}

/** Runs the work of a request from this address; null if unknown. */
export function withCallerAddress<Result>(address: string | null, run: () => Promise<Result>): Promise<Result> {
  return contexts.run({ work: currentWork(), address }, run);
}

/** Returns null outside any request, as in the worker. */
export function callerAddress(): string | null {
  return contexts.getStore()?.address ?? null;
}

export function currentWork(): Work | null {
  return contexts.getStore()?.work ?? null;
}

/**
 * Returns the id that the log lines of the work under way have in common: that of its object, else
 * that of the request. It is also the id of its trace. Null outside any work.
 */
export function currentTrace(): string | null {
  const work = currentWork();
  return work?.about ?? work?.requestId ?? null;
}

/** Says that the work under way is about this object. The first one counts. */
export function noteObject(id: string): void {
  note(id, null);
}

/**
 * Says that the work under way has created this object, whose trace begins here.
 * @param kind `invoice`, `payout`, `wallet`
 */
export function noteCreated(kind: string, id: string): void {
  note(id, kind);
}

function note(id: string, kind: string | null): void {
  const work = currentWork();
  if (work === null) return;
  work.about ??= id;
  work.span?.linkTo(id, kind);
}

/** Members of every log line of the work under way. */
export function logMembers(): Record<string, string> {
  const requestId = currentWork()?.requestId ?? null;
  const trace = currentTrace();
  return { ...(requestId !== null && { requestId }), ...(trace !== null && { trace }) };
}
