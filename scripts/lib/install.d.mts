type Names = Readonly<Record<string, string>>;
type Entry = {
  version?: string;
  link?: boolean;
  dev?: boolean;
  optional?: boolean;
  devOptional?: boolean;
  peer?: boolean;
  dependencies?: Names;
  devDependencies?: Names;
  optionalDependencies?: Names;
  peerDependencies?: Names;
  peerDependenciesMeta?: Readonly<Record<string, { optional?: boolean }>>;
};
type Packages = {
  locked: Readonly<Record<string, Entry>>;
  found: Readonly<Record<string, { version: string }>> | undefined;
};
export function packagesAreCurrent(options: { tests: boolean }, packages?: Packages): boolean;
