export function isAlive(pid: number): boolean;

/** Returns whether the process ended in time. */
export function waitForEnd(pid: number, timeoutMs: number): Promise<boolean>;
