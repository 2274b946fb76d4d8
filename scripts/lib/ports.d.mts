export function findFreePort(preferred?: number, host?: string): Promise<number>;
export function isPortFree(port: number, host?: string): Promise<boolean>;
export function holdPort(port: number, host?: string): Promise<() => Promise<void>>;
