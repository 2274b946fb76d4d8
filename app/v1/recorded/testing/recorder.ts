import { exchange, type HttpAnswer } from "@/app/v1/recorded/testing/exchange";
import { type NamedShop, shopNamed } from "@/app/v1/recorded/testing/named-shop";
import { createPlaceholders } from "@/app/v1/recorded/testing/placeholders";
import { createQueueReader } from "@/app/v1/recorded/testing/queued-webhooks";
import { showAnswer, showBody } from "@/app/v1/recorded/testing/show";
import { OPERATIONS } from "@/lib/fronts/machine-api/operations/all";
import { signBody } from "@/lib/fronts/machine-api/signatures";
import type { ApiKeyKind } from "@/lib/generated/prisma/client";

export type Body = string | Uint8Array | object | null;
export type Changes = {
  /** Default: POST. */
  readonly method?: string;
  /** Explains the call where its body does not. */
  readonly says?: string;
  /** Key that signs the call. Default: the first key that the operation accepts. */
  readonly key?: ApiKeyKind;
  /** Replace the usual headers; null omits one. */
  readonly headers?: Readonly<Record<string, string | null>>;
};
export type Answered = {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: groups read ids from answers of every shape
  readonly result: any;
};

/** Values to try, by parameter; `undefined` omits the parameter. */
export type Variants = Readonly<Record<string, readonly unknown[]>>;

/** Makes calls and records them in order. */
export type Recorder = {
  /** Creates a shop with both keys; `name` is its name in the recording. */
  readonly newShop: (name: string) => Promise<NamedShop>;
  /** Makes one signed call. */
  readonly ask: (shop: NamedShop, target: string, body: Body, changes?: Changes) => Promise<Answered>;
  /** Makes one call for each value, each with one parameter of `valid` changed. */
  readonly askEach: (shop: NamedShop, target: string, valid: object, variants: Variants) => Promise<void>;
  /** Does something between calls and records the webhooks that it queues. */
  readonly meanwhile: <Result>(says: string, act: () => Promise<Result>) => Promise<Result>;
};

/** Calls that are recorded in one file. */
export type Group = {
  /** Name of the file, without its extension. */
  readonly name: string;
  /** First paragraph of the file. */
  readonly about: string;
  readonly record: (calls: Recorder) => Promise<void>;
};

/** The recorder calls the gateway at `origin` and adds entries without empty lines to `entries`. */
export async function createRecorder(origin: string, entries: string[]): Promise<Recorder> {
  const replace = createPlaceholders();
  const queue = await createQueueReader();
  const add = async (lines: readonly string[]) =>
    void entries.push([...lines, ...(await queue())].map(replace).join("\n"));

  async function ask(shop: NamedShop, target: string, body: Body, changes: Changes = {}): Promise<Answered> {
    const { method = "POST", key = firstKeyOf(target), headers = {}, says } = changes;
    const raw = bytesOf(body);
    const usual = {
      "content-type": "application/json",
      merchant: shop.merchantId,
      sign: signBody(raw, shop.keys[key]),
    };
    const sent = Object.entries({ ...usual, ...headers }).filter(([, value]) => value !== null);
    const given = { method, target, headers: Object.fromEntries(sent), body: body === null ? null : raw };
    const answer = await exchange(origin, given);
    const caller = `by ${shop.name} with its ${key} key${says === undefined ? "" : `: ${says}`}`;
    const shown = [caller, ...showHeaders(headers), showBody(body === null ? null : raw)];
    await add([`${method} ${target}`, ...shown, ...showAnswer(answer)]);
    return { status: answer.status, result: resultOf(answer) };
  }

  return {
    newShop: shopNamed,
    ask,
    askEach: async (shop, target, valid, variants) => {
      for (const [parameter, values] of Object.entries(variants))
        for (const value of values) await ask(shop, target, { ...valid, [parameter]: value });
    },
    meanwhile: async (says, act) => {
      const result = await act();
      await add([`Meanwhile: ${says}`]);
      return result;
    },
  };
}

/** Their values differ in every run; `says` explains them. */
const SIGNED_BY: ReadonlySet<string> = new Set(["merchant", "sign", "x-signature"]);

function showHeaders(headers: Readonly<Record<string, string | null>>): string[] {
  return Object.entries(headers)
    .filter(([name]) => !SIGNED_BY.has(name))
    .map(([name, value]) => `${name}: ${value ?? "(left out)"}`);
}

function firstKeyOf(target: string): ApiKeyKind {
  const path = target.split("?", 1)[0];
  return OPERATIONS.find((operation) => operation.path === path)?.keys[0] ?? "payment";
}

function bytesOf(body: Body): Buffer {
  if (body === null) return Buffer.alloc(0);
  if (body instanceof Uint8Array) return Buffer.from(body);
  return Buffer.from(typeof body === "string" ? body : JSON.stringify(body));
}

function resultOf({ bytes }: HttpAnswer): unknown {
  try {
    return JSON.parse(bytes.toString()).result;
  } catch {
    return undefined;
  }
}
