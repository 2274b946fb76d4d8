import { type Check, errorFinding, type Finding, okFinding, warningFinding } from "@/lib/fronts/doctor/check";
import { countText } from "@/lib/fronts/doctor/format-text";
import { isProbeFresh, type NewProbe, type ProbeRow, selectProbes } from "@/lib/fronts/doctor/probe-repo";
import { countByKey, type KeyCount } from "@/lib/fronts/sealed-data/sealed-columns";
import { keyId } from "@/lib/kernel/crypto/keyring";
import { database } from "@/lib/kernel/db";
import { type Env, env } from "@/lib/kernel/env";

/** Names of the keys that a process has: of SECRET_KEY first, then of SECRET_KEY_PREVIOUS. */
export type KeyIds = readonly [string, ...string[]];

type KeySettings = Pick<Env, "SECRET_KEY" | "SECRET_KEY_PREVIOUS">;

/** Returns the names of a process's keys; null if it has none. */
export function keyIdsOf({ SECRET_KEY, SECRET_KEY_PREVIOUS }: KeySettings): KeyIds | null {
  return SECRET_KEY === undefined ? null : [keyId(SECRET_KEY), ...SECRET_KEY_PREVIOUS.map(keyId)];
}

const SUBJECT = "secret-key:";

/** Returns what a worker records of its keys: a row per SECRET_KEY, so that none hides another. */
export function keyProbe(settings: KeySettings): NewProbe[] {
  const ids = keyIdsOf(settings);
  if (ids === null) return [];
  const detail = { keys: ids.join(",") };
  const subject = `${SUBJECT}${ids[0]}`;
  return [{ subject, state: "ok", summary: "A worker has it.", remedy: null, measured: null, detail }];
}

const sameKey: Check = {
  id: "same-key",
  group: "safety",
  name: "Secrets of web and worker",
  needsDatabase: true,
  run: async ({ now }) => {
    const ids = keyIdsOf(env());
    if (ids === null) return [];
    const probes = await selectProbes(SUBJECT);
    return [
      checkSameKey(
        ids,
        probes.filter((probe) => isProbeFresh(probe, now)),
      ),
    ];
  },
};

/**
 * Checks that every worker can read what this process encrypts, and this process what they encrypt:
 * otherwise a worker cannot sign webhooks. Pure.
 */
export function checkSameKey(own: KeyIds, probes: readonly Pick<ProbeRow, "detail">[]): Finding {
  const others = probes.map(({ detail }) => String(detail["keys"]).split(","));
  if (others.length === 0)
    return warningFinding(sameKey, "No worker has reported its key recently.", "Check that a worker is running.");
  if (others.some((ids) => !ids.includes(own[0]) || !own.includes(ids[0] ?? ""))) {
    const summary = "A worker has a different SECRET_KEY: it can't read API keys or sign webhooks.";
    return errorFinding(sameKey, summary, "Give web and worker the same SECRET_KEY, and restart both.");
  }
  const isSame = (ids: readonly string[]) => ids[0] === own[0] && ids.toSorted().join() === own.toSorted().join();
  if (others.every(isSame)) return okFinding(sameKey, "All have the same SECRET_KEY.");
  const summary =
    "SECRET_KEY is being replaced: processes have different keys, but each can read what the others write.";
  return warningFinding(sameKey, summary, "Restart the others with the same settings (docs/operations.md, Rotation).");
}

const encryption: Check = {
  id: "encryption",
  group: "safety",
  name: "Encryption key",
  needsDatabase: true,
  run: async () => {
    const ids = keyIdsOf(env());
    if (ids === null) return [];
    const [counts, [reencryption], [current]] = await Promise.all([
      countByKey(),
      selectProbes("reencryption"),
      selectProbes(`${SUBJECT}${ids[0]}`),
    ]);
    const hasUnreadable = Number(reencryption?.detail["unreadable"] ?? 0) > 0;
    const openLinks = ids.length > 1 ? await countOpenLinks(current?.since ?? new Date()) : 0;
    return [checkEncryption(ids, { counts, hasUnreadable, openLinks })];
  },
};

type EncryptionFacts = {
  readonly counts: readonly KeyCount[];
  /** A worker found rows that none of its keys decrypts. */
  readonly hasUnreadable: boolean;
  /** Open questionnaires whose link was made before SECRET_KEY became the current key. */
  readonly openLinks: number;
};

/** Checks under which keys secrets are stored, and whether the previous key is needed. Pure. */
export function checkEncryption(own: KeyIds, { counts, hasUnreadable, openLinks }: EncryptionFacts): Finding {
  const sum = (rows: readonly KeyCount[]) => rows.reduce((total, { count }) => total + count, 0);
  const secretsText = (rows: readonly KeyCount[]) => countText(sum(rows), "stored secret", "stored secrets");
  const outdated = counts.filter(({ keyId: id }) => id !== own[0]);
  const unknown = outdated.filter(({ keyId: id }) => (id === null ? hasUnreadable : !own.includes(id)));
  if (unknown.length > 0) {
    const tables = [...new Set(unknown.map(({ table }) => table))].join(", ");
    const remedy = "Set SECRET_KEY_PREVIOUS of web and workers to the key that they had before, and restart them.";
    const names = [...new Set(unknown.flatMap(({ keyId: id }) => (id === null ? [] : [id])))];
    const extras = names.length === 0 ? {} : { measured: `key ${names.join(", ")}` };
    const summary = `Up to ${secretsText(unknown)} can't be decrypted with the configured keys (${tables}).`;
    return errorFinding(encryption, summary, remedy, extras);
  }
  if (outdated.length > 0) {
    const remedy = "A worker does this within minutes. Keep SECRET_KEY_PREVIOUS as it is until then.";
    return warningFinding(encryption, `${secretsText(outdated)} still to be encrypted under SECRET_KEY.`, remedy);
  }
  if (own.length === 1) return okFinding(encryption, "Everything is encrypted under SECRET_KEY.");
  const links = countText(openLinks, "open questionnaire", "open questionnaires");
  const summary =
    openLinks > 0
      ? `Everything is encrypted under SECRET_KEY. Links of ${links} still need SECRET_KEY_PREVIOUS.`
      : "Everything is encrypted under SECRET_KEY. Once all processes have it, SECRET_KEY_PREVIOUS can be removed.";
  return okFinding(encryption, summary);
}

/** Counts the questionnaires that can still be answered by a link made before then. */
function countOpenLinks(before: Date): Promise<number> {
  const where = { submittedAt: null, closedAt: null, createdAt: { lt: before }, expiresAt: { gt: new Date() } };
  return database().amlQuestionnaire.count({ where });
}

export const keyChecks: readonly Check[] = [sameKey, encryption];
