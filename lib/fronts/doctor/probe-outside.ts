import type { ChainDriver } from "@/lib/chains/driver";
import { createDriver } from "@/lib/chains/registry/create-driver";
import { outflowProbes } from "@/lib/fronts/doctor/outflow-checks";
import { probeMail } from "@/lib/fronts/doctor/probe-mail";
import { probeNodes } from "@/lib/fronts/doctor/probe-nodes";
import type { NewProbe } from "@/lib/fronts/doctor/probe-repo";
import { deleteProbesBefore, upsertProbe, upsertProbes } from "@/lib/fronts/doctor/probe-repo";
import { keyFingerprint } from "@/lib/fronts/doctor/secret-checks";
import { env } from "@/lib/kernel/env";
import { loadCatalog } from "@/lib/pricing/catalog/queries";

const FORGET_MS = 3_600_000;

/**
 * Tries what only a worker can (nodes, mail server) and writes it down with the name of its key and what its settings let leave, for the doctor of
 * the web part, which knows nothing of them.
 */
export async function probeOutside(signal: AbortSignal, now = new Date()): Promise<void> {
  const settings = env();
  const catalog = await loadCatalog();
  const [nodes, mail] = await Promise.all([
    probeNodes(catalog, settings.nodeUrls, signal, openOnce),
    probeMail(settings, signal),
  ]);
  const outflow = outflowProbes(Object.keys(settings.nodeUrls));
  await upsertProbes([...nodes, ...(mail === null ? [] : [mail]), ...keyProbe(settings.SECRET_KEY), ...outflow]);
  await deleteProbesBefore(["node:", "mail", "secret-key", "outflow:"], new Date(now.getTime() - FORGET_MS));
}

const drivers = new Map<string, Promise<ChainDriver>>();

/** The driver of a node, as it is configured, is made once: each new one would prove its chain again before it answers. */
function openOnce(config: Parameters<typeof createDriver>[0]): Promise<ChainDriver> {
  const name = JSON.stringify(config, (_, value: unknown) => (typeof value === "bigint" ? value.toString() : value));
  const known = drivers.get(name);
  if (known !== undefined) return known;
  const driver = createDriver(config);
  drivers.set(name, driver);
  driver.catch(() => drivers.delete(name));
  return driver;
}

function keyProbe(secretKey: string | undefined): NewProbe[] {
  if (secretKey === undefined) return [];
  const detail = { fingerprint: keyFingerprint(secretKey) };
  return [{ subject: "secret-key", state: "good", says: "A worker has it.", mend: null, measured: null, detail }];
}

/** Writes down what the hourly audit found: differences, what it could not compare, or why it failed. */
export async function recordAudit(outcome: {
  readonly differences: readonly string[];
  readonly incomplete: readonly string[];
}): Promise<void> {
  const { differences, incomplete } = outcome;
  const found = { subject: "audit", measured: null, detail: { differences: differences.length } };
  const [first] = differences;
  if (first !== undefined) {
    const mend = "Stop sends everywhere, run npm run audit, and find the cause before anything goes on.";
    await upsertProbe({ ...found, state: "wrong", says: `The books differ: ${shortened(first)}.`, mend });
  } else if (incomplete[0] !== undefined) {
    const mend = "See why the node does not answer, then run npm run audit.";
    const says = `The audit could not compare everything: ${shortened(incomplete[0])}.`;
    await upsertProbe({ ...found, state: "look", says, mend });
  } else await upsertProbe({ ...found, state: "good", says: "The books are clean, and so is custody.", mend: null });
}

const SAID_MAX = 200;

function shortened(line: string): string {
  return line.length > SAID_MAX ? `${line.slice(0, SAID_MAX)}…` : line.replace(/\.$/, "");
}
