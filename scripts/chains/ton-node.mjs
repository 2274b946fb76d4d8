#!/usr/bin/env node
/**
 * A TON network of one machine for tests and the sandbox: contracts run in the real TVM (@ton/sandbox), the answers have the shape of toncenter's.
 *
 * `node scripts/chains/ton-node.mjs --port 0 --state FILE [--manual] [--spread | --no-spread]` listens on the loopback address and writes one line of JSON,
 * `{"port":N}`, when it is ready. With `--manual` blocks are made by POST /sandbox/mine only. With `--spread` each step of a chain of messages takes a
 * block, as between shards of the real network; that is the way unless `--manual` is given.
 */
import { once } from "node:events";
import { parseArgs } from "node:util";
import { openNode } from "./ton/node.mjs";
import { createFront } from "./ton/server.mjs";

const { values } = parseArgs({
  allowNegative: true,
  options: {
    port: { type: "string", default: "0" },
    state: { type: "string" },
    manual: { type: "boolean", default: false },
    spread: { type: "boolean" },
  },
});

const isManual = values.manual;
const node = await openNode({ stateFile: values.state ?? null, isManual, isSpread: values.spread ?? !isManual });
const front = createFront(node);
front.listen(Number(values.port), "127.0.0.1");
await once(front, "listening");

for (const signal of ["SIGTERM", "SIGINT"]) {
  process.once(signal, () => {
    front.closeAllConnections();
    front.close();
    node.stop();
    process.exit(0);
  });
}
process.stdout.write(`${JSON.stringify({ port: front.address().port })}\n`);
