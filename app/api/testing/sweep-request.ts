import type { SweepEntry } from "@/app/api/testing/sweep-inputs";
import type { SweptOperation } from "@/app/api/testing/sweep-operations";
import type { SweepObjects } from "@/app/api/testing/sweep-world";
import { MERCHANT_HEADER } from "@/lib/fronts/paths/routes";
import { env } from "@/lib/kernel/env";

/** One request of a page, as a browser sends it. */

/** An id that does not exist. */
export const NOBODY = "00000000-0000-4000-8000-000000000000";

export type Outcome = { readonly status: number; readonly text: string };

export type SweepRequest = {
  /** The session cookie, and the merchant selected in the browser. */
  readonly cookie: string;
  /** The merchant of the sending page; null: the page does not state one. */
  readonly shown: string | null;
  /** The object id for each parameter; several are given by name. */
  readonly id?: string | Readonly<Record<string, string>> | undefined;
  readonly body?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, string>> | undefined;
  /** Replaces the body. */
  readonly file?: string | Uint8Array<ArrayBuffer> | undefined;
};

export async function sendRequest(operation: SweptOperation, given: SweepRequest): Promise<Outcome> {
  const { handler, method, path, parameters, isOfRouter } = operation;
  const idOf = (name: string) => (typeof given.id === "object" ? given.id[name] : given.id) ?? NOBODY;
  const ids = Object.fromEntries(parameters.map((name) => [name, idOf(name)]));
  const address = path.replaceAll(/\[(\w+)\]/g, (_, name: string) => idOf(name));
  const url = new URL(address, env().BASE_URL);
  const search = { ...(isOfRouter && method === "GET" && ids), ...given.query };
  for (const [name, value] of Object.entries(search)) url.searchParams.set(name, value);
  const headers = new Headers({
    cookie: given.cookie,
    origin: env().BASE_URL,
    "content-type": "application/json",
  });
  if (given.shown !== null) headers.set(MERCHANT_HEADER, given.shown);
  const named = { ...(isOfRouter && ids), ...given.body };
  const body = method === "GET" ? {} : { body: given.file ?? JSON.stringify(named) };
  const response = await handler(new Request(url, { method, headers, ...body }), { params: Promise.resolve(ids) });
  return { status: response.status, text: await response.text() };
}

export const bodyOf = ({ body }: SweepEntry, objects: SweepObjects) =>
  typeof body === "function" ? body(objects) : (body ?? {});
