export const MIGRATION_NAMES_FILE: string;
export function migrationNamesSource(): string;
