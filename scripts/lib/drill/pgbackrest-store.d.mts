export function whyNoPgbackrest(): string | null;
