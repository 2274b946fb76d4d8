import { createTransport } from "nodemailer";
import type { ChainDriver } from "@/lib/chains/driver";
import { withTimeLimit } from "@/lib/chains/limits";
import { createDriver } from "@/lib/chains/registry/create-driver";
import { causeText } from "@/lib/fronts/doctor/format-text";
import { keyProbe } from "@/lib/fronts/doctor/key-checks";
import { outflowProbes } from "@/lib/fronts/doctor/outflow-checks";
import { probeNodes } from "@/lib/fronts/doctor/probe-nodes";
import { deleteProbesBefore, type NewProbe, upsertProbe, upsertProbes } from "@/lib/fronts/doctor/probe-repo";
import { type Env, env } from "@/lib/kernel/env";
import { smtpConnection } from "@/lib/kernel/mail/mail-settings";
import { loadCatalog } from "@/lib/pricing/catalog/queries";

const MAIL_MS_MAX = 4_000;
const SUBJECT = "mail";

type MailSettings = Pick<Env, "MAIL_FROM" | "SMTP_URL" | "MAIL_FOLDER">;

/**
 * Connects to the mail server and signs in within four seconds, without sending mail. Returns null
 * if mail is disabled. Only for processes that have the server's password.
 */
export async function probeMail(settings: MailSettings, signal: AbortSignal): Promise<NewProbe | null> {
  const { MAIL_FROM, SMTP_URL, MAIL_FOLDER } = settings;
  if (MAIL_FROM === undefined) return null;
  const found = { subject: SUBJECT, measured: null, detail: {} };
  if (SMTP_URL === undefined) {
    if (MAIL_FOLDER !== undefined)
      return { ...found, state: "ok", summary: "Mail is written to a folder, as usual in a sandbox.", remedy: null };
    const summary = "MAIL_FROM is set, and nothing says where mails go.";
    return { ...found, state: "error", summary, remedy: "Set SMTP_URL for the worker." };
  }
  const host = new URL(SMTP_URL).hostname;
  const begun = performance.now();
  try {
    const transport = createTransport(smtpConnection(SMTP_URL, { phaseMsMax: MAIL_MS_MAX }));
    await withTimeLimit(MAIL_MS_MAX, signal, (limited) => Promise.race([transport.verify(), whenAborted(limited)]));
    const measured = `${Math.round(performance.now() - begun)} ms`;
    return { ...found, state: "ok", summary: `${host} accepts the connection.`, remedy: null, measured };
  } catch (error) {
    if (signal.aborted) throw error;
    const summary = `${host} rejects the connection: ${causeText(error)}.`;
    const remedy =
      "Compare SMTP_URL (server, port, user, password) with your mail provider's settings. Mail waits until then.";
    return { ...found, state: "error", summary, remedy };
  }
}

function whenAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}

const FORGET_MS = 3_600_000;

/**
 * Probes what only a worker can (nodes, mail server) and records it, with the names of its keys and
 * its outflow limits, for the doctor of the web process, which has none of these settings.
 */
export async function probeOutside(signal: AbortSignal, now = new Date()): Promise<void> {
  const settings = env();
  const catalog = await loadCatalog();
  const [nodes, mail] = await Promise.all([
    probeNodes(catalog, settings.nodeUrls, signal, { open: openOnce }),
    probeMail(settings, signal),
  ]);
  const outflow = outflowProbes(Object.keys(settings.nodeUrls));
  await upsertProbes([...nodes, ...(mail === null ? [] : [mail]), ...keyProbe(settings), ...outflow]);
  await deleteProbesBefore(
    ["node:", "mail", "secret-key", "reencryption", "outflow:"],
    new Date(now.getTime() - FORGET_MS),
  );
}

const drivers = new Map<string, Promise<ChainDriver>>();

/**
 * Creates each configured node's driver once: a new one would verify its chain again before
 * responding.
 */
function openOnce(config: Parameters<typeof createDriver>[0]): Promise<ChainDriver> {
  const name = JSON.stringify(config, (_, value: unknown) => (typeof value === "bigint" ? value.toString() : value));
  const known = drivers.get(name);
  if (known !== undefined) return known;
  const driver = createDriver(config);
  drivers.set(name, driver);
  driver.catch(() => drivers.delete(name));
  return driver;
}

/**
 * Records the result of the hourly audit: differences, what it could not compare, or why it failed.
 */
export async function recordAudit(outcome: {
  readonly differences: readonly string[];
  readonly incomplete: readonly string[];
}): Promise<void> {
  const { differences, incomplete } = outcome;
  const found = { subject: "audit", measured: null, detail: { differences: differences.length } };
  const [first] = differences;
  if (first !== undefined) {
    const remedy = "Stop sends everywhere, run npm run audit, and find the cause before you resume.";
    await upsertProbe({ ...found, state: "critical", summary: `The books differ: ${shortened(first)}.`, remedy });
  } else if (incomplete[0] !== undefined) {
    const remedy = "Find out why the node does not respond, then run npm run audit.";
    const summary = `The audit could not compare everything: ${shortened(incomplete[0])}.`;
    await upsertProbe({ ...found, state: "warning", summary, remedy });
  } else await upsertProbe({ ...found, state: "ok", summary: "The books and the funds on chain match.", remedy: null });
}

const SAID_MAX = 200;

function shortened(line: string): string {
  return line.length > SAID_MAX ? `${line.slice(0, SAID_MAX)}…` : line.replace(/\.$/, "");
}
