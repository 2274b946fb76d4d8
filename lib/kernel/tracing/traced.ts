import { log } from "@/lib/kernel/log";
import { recorder } from "@/lib/kernel/tracing/recorder";
import { type Attributes, currentWork, type OpenSpan, type Work, withWork } from "@/lib/kernel/work-context";

export type Step = {
  /** Of few different values: `job settle-deposits`. */
  readonly name: string;
  /** Id of the object that it is about, a UUID; default: that of the work under way. */
  readonly about?: string | null;
  /** Further objects that it is about. */
  readonly also?: readonly string[];
  readonly attributes?: Attributes;
};

/** Adds what is known only at the end. */
type Set = OpenSpan["set"];

/**
 * Runs one step of background work: its log lines and the jobs that it adds have the id of its
 * object, it is one line at the log level `debug`, and one span if traces are on.
 */
export async function traced<Result>(step: Step, run: (set: Set) => Promise<Result>): Promise<Result> {
  const { name, about = null, also = [], attributes = {} } = step;
  const before = currentWork();
  const span =
    recorder()?.start({ name, kind: "internal", trace: about, parent: before?.span ?? null, also, attributes }) ?? null;
  const work = { requestId: before?.requestId ?? null, about: about ?? before?.about ?? null, span };
  return withWork(work, () => ended(work, { step: name, ...attributes }, run));
}

type Request = {
  readonly id: string;
  readonly method: string;
  /** The pattern of its path. */
  readonly route: string;
  /** The client's address; null if unknown. */
  readonly address: string | null;
};

/**
 * Runs a request, which has a trace of its own under its id. What callers send (`traceparent`) is
 * ignored: outsiders choose no ids here.
 */
export function tracedRequest<Result extends { readonly status: number }>(
  { id, method, route, address }: Request,
  run: () => Promise<Result>,
): Promise<Result> {
  const span =
    recorder()?.start({
      name: `${method} ${route}`,
      kind: "server",
      trace: id,
      isRoot: true,
      parent: null,
      attributes: { "http.request.method": method, "http.route": route },
    }) ?? null;
  const work = { requestId: id, about: null, span };
  const answered = async (open: OpenSpan) => {
    const result = await run();
    open.set({ "http.response.status_code": result.status });
    return result;
  };
  return withWork(work, span === null ? run : () => untilEnd(span, () => answered(span)), address);
}

/** Runs a call to another server as a span of the work under way. Free where none is recorded. */
export async function tracedCall<Result>(
  name: string,
  attributes: Attributes,
  run: () => Promise<Result>,
): Promise<Result> {
  const parent = currentWork()?.span ?? null;
  const span = parent === null ? null : recorder()?.start({ name, kind: "client", trace: null, parent, attributes });
  return span ? untilEnd(span, run) : run();
}

/** Ends the span with the work, and with its error. */
async function untilEnd<Result>(span: OpenSpan, run: () => Promise<Result>): Promise<Result> {
  try {
    const result = await run();
    span.end();
    return result;
  } catch (error) {
    span.end(error);
    throw error;
  }
}

async function ended<Result>(
  { span }: Work,
  members: Record<string, unknown>,
  run: (set: Set) => Promise<Result>,
): Promise<Result> {
  const startedAt = performance.now();
  const set = (more: Attributes) => {
    Object.assign(members, more);
    span?.set(more);
  };
  const note = (outcome: string) =>
    log().debug({ ...members, durationMs: Math.round(performance.now() - startedAt) }, outcome);
  try {
    const result = await run(set);
    span?.end();
    note("step");
    return result;
  } catch (error) {
    span?.end(error);
    note("step failed");
    throw error;
  }
}
