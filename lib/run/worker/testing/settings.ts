/**
 * Settings that a test file and the worker processes which it starts have in common. Call it before
 * anything reads a setting. The test's own process gets the node URLs too, because it runs the
 * audit.
 */
export function shareSettings(settings: Readonly<Record<string, string>>): void {
  // biome-ignore lint/style/noProcessEnv: the nodes' ports are known only now, and lib/kernel/env.ts reads them at its first use
  Object.assign(process.env, settings);
}

/** What a worker process of this test file is started with. */
export function workerSettings(own: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  // biome-ignore lint/style/noProcessEnv: the child gets the database of this file and the settings shared above
  return { ...process.env, ...own };
}
