export function listRecords(): string[];
export function recordList(codes?: readonly string[]): string;
export function replaceBlock(page: string, block: { file: string; name: string; text: string }): string;
