export function writeArchiveFile(
  path: string,
  recipients: readonly string[],
  fill: (add: (name: string, bytes: Buffer) => Promise<void>) => Promise<void>,
): Promise<number>;

export function readArchiveFile(path: string, identity: string): AsyncGenerator<{ name: string; bytes: Buffer }>;
