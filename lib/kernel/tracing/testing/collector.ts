import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export type ReceivedSpan = {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
  /** Trace ids of its links. */
  readonly links: readonly string[];
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly isError: boolean;
  readonly service: unknown;
};

export type Collector = {
  /** Base address, as OTEL_EXPORTER_OTLP_ENDPOINT has it. */
  readonly url: string;
  readonly spans: readonly ReceivedSpan[];
  /** Everything received, as text. */
  readonly text: () => string;
  readonly headers: readonly IncomingHttpHeaders[];
  readonly close: () => Promise<void>;
};

/** Starts an OTLP collector that keeps every span. */
export async function startCollector(
  answer: (response: ServerResponse) => void = (response) => response.writeHead(200).end("{}"),
): Promise<Collector> {
  const spans: ReceivedSpan[] = [];
  const texts: string[] = [];
  const headers: IncomingHttpHeaders[] = [];
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const text = Buffer.concat(parts).toString("utf8");
    texts.push(text);
    headers.push(request.headers);
    if (request.url === "/v1/traces") spans.push(...spansOf(JSON.parse(text)));
    answer(response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    headers,
    text: () => texts.join("\n"),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

type Values = readonly { readonly key: string; readonly value: Readonly<Record<string, unknown>> }[];
type Export = {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: Values };
    readonly scopeSpans: readonly {
      readonly spans: readonly {
        readonly name: string;
        readonly traceId: string;
        readonly spanId: string;
        readonly parentSpanId?: string;
        readonly links?: readonly { readonly traceId: string }[];
        readonly attributes: Values;
        readonly status: { readonly code: number };
      }[];
    }[];
  }[];
};

function spansOf({ resourceSpans }: Export): ReceivedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map(({ name, traceId, spanId, parentSpanId, links = [], attributes, status }) => ({
        name,
        traceId,
        spanId,
        parentSpanId,
        links: links.map((link) => link.traceId),
        attributes: plain(attributes),
        isError: status.code === 2,
        service: plain(resource.attributes)["service.name"],
      })),
    ),
  );
}

function plain(values: Values): Record<string, unknown> {
  return Object.fromEntries(values.map(({ key, value }) => [key, Object.values(value)[0]]));
}
