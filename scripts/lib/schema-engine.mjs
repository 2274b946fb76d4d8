/**
 * Prisma's schema engine as WebAssembly. The Prisma command line downloads the same engine as a
 * binary, which a machine without internet cannot do.
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

const require = createRequire(import.meta.url);
/** No table is excluded: everything in the schema of the connection belongs to this project. */
export const NO_FILTERS = { externalTables: [], externalEnums: [] };

/**
 * One instance per process, even where this module is evaluated again (tests): the package's code
 * is shared, and would free objects of the earlier instance in the memory of the later one.
 */
const LOADED = Symbol.for("chaintill.schema-engine");
const TIMERS = Symbol.for("chaintill.schema-engine-timers");
globalThis[TIMERS] ??= new Set();
const timers = globalThis[TIMERS];

/**
 * The engine's ten-second timeout for a lock outlives the work: it would keep the process alive,
 * and in one that goes on it would run in memory that has been freed. The timers are kept, to be
 * cleared with the engine.
 */
function withoutLingeringTimers(glue) {
  const names = Object.keys(glue).filter((name) => name.startsWith("__wbg_setTimeout"));
  const keep = (callback, delayMs) => {
    const timer = setTimeout(callback, delayMs >>> 0).unref();
    timers.add(timer);
    return timer;
  };
  return { ...glue, ...Object.fromEntries(names.map((name) => [name, keep])) };
}

async function loadEngineClass() {
  const glue = await import("@prisma/schema-engine-wasm/schema_engine_bg");
  const folder = dirname(require.resolve("@prisma/schema-engine-wasm/schema_engine_bg"));
  globalThis.PRISMA_WASM_PANIC_REGISTRY = { set_message() {} };
  const module = await WebAssembly.instantiate(readFileSync(join(folder, "schema_engine_bg.wasm")), {
    "./schema_engine_bg.js": withoutLingeringTimers(glue),
  });
  glue.__wbg_set_wasm(module.instance.exports);
  module.instance.exports.__wbindgen_start();
  return glue.SchemaEngine;
}

/**
 * The adapter's own `executeScript` splits the text at every semicolon, including those in comments
 * and function bodies. The server accepts a whole script, and then applies all of it or nothing.
 */
async function createAdapterFactory(url, opened) {
  const { PrismaPg } = await import("@prisma/adapter-pg");
  const { bindMigrationAwareSqlAdapterFactory } = await import("@prisma/driver-adapter-utils");
  const factory = new PrismaPg({ connectionString: url, max: 1 });
  const connect = factory.connect.bind(factory);
  factory.connect = async () => {
    const adapter = await connect();
    opened.push(adapter);
    adapter.executeScript = async (script) => {
      await adapter
        .underlyingDriver()
        .query(script)
        .catch((error) => adapter.onError(error));
    };
    return adapter;
  };
  return bindMigrationAwareSqlAdapterFactory(factory);
}

/**
 * Runs `work` with an engine on the database of `url`, whose schema is `files`:
 * `[{ path, content }]`. One at a time in a process.
 */
export async function withSchemaEngine(url, files, work) {
  globalThis[LOADED] ??= loadEngineClass();
  const SchemaEngine = await globalThis[LOADED];
  const opened = [];
  const factory = await createAdapterFactory(url, opened);
  const datamodels = files.map((file) => [file.path, file.content]);
  const engine = await SchemaEngine.new({ datamodels }, () => {}, factory);
  try {
    return await work(engine);
  } finally {
    for (const timer of timers) clearTimeout(timer);
    timers.clear();
    engine.free();
    // The engine leaves its connections open, and a database with connections cannot be copied or
    // dropped.
    for (const adapter of opened) await adapter.dispose();
  }
}
