type Entry = { version: string; dev?: boolean; optional?: boolean; devOptional?: boolean; peer?: boolean };
type Packages = { wanted: [path: string, entry: Entry][]; found: Record<string, { version: string }> | undefined };
export function packagesAreCurrent(options: { dev: boolean }, packages?: Packages): boolean;
