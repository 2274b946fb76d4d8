/**
 * Sets settings shared by a test file and its worker processes. Call it before anything reads a
 * setting. The test's own process gets the node URLs too, because it runs the audit.
 */
export function shareSettings(settings: Readonly<Record<string, string>>): void {
  // biome-ignore lint/style/noProcessEnv: the nodes' ports are known only now, and lib/kernel/env.ts reads them at its first use
  Object.assign(process.env, settings);
}

/** Returns the environment of a worker process of this test file. */
export function workerSettings(own: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  // biome-ignore lint/style/noProcessEnv: the child gets the database of this file and the settings shared above
  return { ...process.env, ...own };
}
