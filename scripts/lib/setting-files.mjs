/**
 * Secrets from files: containers get them as files, which are harder to read by accident than an
 * environment. The seed's key has a check of its own (lib/custody/seed-key.ts).
 */
import { readFileSync } from "node:fs";

/** Settings that a file may contain instead: SECRET_KEY_FILE names the file of SECRET_KEY. */
export const FILE_SETTINGS = [
  "DATABASE_URL",
  "DATABASE_DIRECT_URL",
  "SECRET_KEY",
  "SECRET_KEY_PREVIOUS",
  "AUTH_SECRET",
  "AUTH_SECRET_PREVIOUS",
  "SMTP_URL",
  "METRICS_TOKEN",
  "BACKUP_SIGNING_KEY",
];

/** The names of the settings that name these files. */
export const FILE_SETTING_NAMES = FILE_SETTINGS.map((name) => `${name}_FILE`);

/**
 * Returns the settings of `source` that are in files, without white space around them, and the
 * files that cannot be read. A setting that has a value itself takes precedence over its file, and
 * an empty file counts as missing.
 */
export function readSettingFiles(source) {
  const settings = {};
  const problems = [];
  for (const name of FILE_SETTINGS.filter((name) => !source[name] && source[`${name}_FILE`])) {
    const path = source[`${name}_FILE`];
    try {
      settings[name] = readFileSync(path, "utf8").trim();
    } catch {
      // Whoever writes the secret itself there must not find it in a log.
      problems.push({ name: `${name}_FILE`, message: `${path.includes("/") ? path : "the file"} cannot be read` });
    }
  }
  return { settings, problems };
}

/**
 * Adds them to the environment of this process and of those that it starts. Ends the process with
 * a line for each file that cannot be read.
 */
export function loadSettingFiles() {
  const { settings, problems } = readSettingFiles(process.env);
  for (const { name, message } of problems) console.error(`Bad setting ${name}: ${message}`);
  if (problems.length > 0) process.exit(1);
  Object.assign(process.env, settings);
}
