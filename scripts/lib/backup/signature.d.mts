type Entry = { readonly name: string; readonly bytes: Buffer };
type Add = (name: string, bytes: Buffer) => Promise<void>;

export function signerOf(signingKey: string): string;
export function signEntries(add: Add, signingKey: string | null): { add: Add; end: () => Promise<void> };
export function verifyEntries(
  entries: Iterable<Entry> | AsyncIterable<Entry>,
  signers: readonly string[] | null,
): AsyncGenerator<Entry>;
