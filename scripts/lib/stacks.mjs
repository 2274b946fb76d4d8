/**
 * What an unresponsive Node process is doing: its JavaScript stack, and what its event loop waits
 * for.
 */
import { setTimeout as pause } from "node:timers/promises";
import { WebSocket } from "undici";
import { listTree } from "./process-tree.mjs";
import { commandLine } from "./processes.mjs";
import { debugPortOf } from "./running-tests.mjs";

/** A machine that is busy with the loop responds late. */
const ANSWER_LIMIT_MS = 10_000;
const PAUSE_LIMIT_MS = 3_000;
const POLL_MS = 50;
const COMMAND_MAX = 150;
const FRAMES_MAX = 20;
const HANDLES = "JSON.stringify(process.report.getReport().libuv)";

/**
 * Returns lines to print about a process that has set its `process.debugPort` to `debugPortOf`. The
 * inspector's own thread responds while JavaScript loops for ever.
 */
export async function describeProcess(pid) {
  const lines = await inspect(pid).catch((error) => [
    `no stack to be had (${error.message}): native code, or it has ended`,
  ]);
  const children = listTree(pid).slice(1);
  return [...lines, ...children.map((child) => `child process ${child}: ${commandLine(child).slice(0, COMMAND_MAX)}`)];
}

async function inspect(pid) {
  process.kill(pid, "SIGUSR1");
  const session = await openSession(await findSession(debugPortOf(pid)));
  try {
    const scripts = new Map();
    session.on("Debugger.scriptParsed", ({ scriptId, url }) => scripts.set(scriptId, url));
    const paused = new Promise((resolve) => session.on("Debugger.paused", resolve));
    await session.ask("Debugger.enable");
    await session.ask("Debugger.pause");
    const stop = await within(paused, PAUSE_LIMIT_MS);
    if (stop !== undefined) return describeFrames(stop, scripts);
    // No JavaScript runs that could pause: the event loop waits. Later evaluations must not pause
    // either.
    await session.ask("Debugger.disable");
    const { result } = await session.ask("Runtime.evaluate", { expression: HANDLES });
    return describeHandles(JSON.parse(result.value));
  } finally {
    session.close();
  }
}

async function findSession(port) {
  for (let waited = 0; ; waited += POLL_MS) {
    try {
      const response = await fetch(`http://127.0.0.1:${port}/json/list`);
      const [target] = await response.json();
      return target.webSocketDebuggerUrl;
    } catch {
      if (waited >= ANSWER_LIMIT_MS) throw new Error("its inspector does not open");
      await pause(POLL_MS);
    }
  }
}

async function openSession(url) {
  const socket = new WebSocket(url);
  const answers = new Map();
  const events = new Map();
  socket.addEventListener("message", ({ data }) => {
    const { id, method, result, params } = JSON.parse(data);
    if (id === undefined) events.get(method)?.(params);
    else answers.get(id)?.(result);
  });
  await within(new Promise((resolve) => socket.addEventListener("open", () => resolve(true))));
  let count = 0;
  return {
    /** @throws Error when the process does not respond */
    async ask(method, params = {}) {
      count += 1;
      const id = count;
      const answer = new Promise((resolve) => answers.set(id, resolve));
      socket.send(JSON.stringify({ id, method, params }));
      const result = await within(answer);
      if (result === undefined) throw new Error(`no answer to ${method}`);
      return result;
    },
    on: (method, listener) => events.set(method, listener),
    close: () => socket.close(),
  };
}

/** Undefined on timeout. */
function within(promise, limitMs = ANSWER_LIMIT_MS) {
  return Promise.race([promise, pause(limitMs, undefined, { ref: false })]);
}

/** Omits the frames of Node and of the test runner. */
function describeFrames({ callFrames }, scripts) {
  const frames = callFrames
    .map(({ functionName, location }) => ({ functionName, location, url: scripts.get(location.scriptId) ?? "" }))
    .filter(({ url }) => !/^node:|\/node_modules\/(vitest|@vitest|playwright|@playwright)\//.test(url))
    .map(
      ({ functionName, location, url }) =>
        `  at ${functionName || "(anonymous)"} (${url.replace(/^file:\/\//, "")}:${location.lineNumber + 1})`,
    );
  return ["JavaScript stack:", ...frames.slice(0, FRAMES_MAX)];
}

/** A waiting event loop has no stack: its handles show what it waits for. */
function describeHandles(handles) {
  const open = handles.filter(({ is_active, is_referenced }) => is_active && is_referenced).map(describeHandle);
  return [`its event loop waits; open handles: ${open.length === 0 ? "none" : open.join(", ")}`];
}

function describeHandle({ type, pid, filename, remoteEndpoint, localEndpoint, firesInMsFromNow }) {
  const place = remoteEndpoint ?? localEndpoint;
  const facts = [
    ...(pid === undefined ? [] : [`process ${pid}`]),
    ...(filename === undefined ? [] : [filename]),
    ...(place?.port === undefined ? [] : [`${place.ip4 ?? place.ip6 ?? place.host}:${place.port}`]),
    ...(firesInMsFromNow === undefined ? [] : [`in ${Math.round(firesInMsFromNow)} ms`]),
  ];
  return [type, ...facts].join(" ");
}
