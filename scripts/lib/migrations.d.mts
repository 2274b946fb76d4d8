/** A schema file as Prisma's engine wants it. */
export type SchemaFile = { path: string; content: string };
export function migrateDatabase(url: string): Promise<string[]>;
export function diffSchemas(url: string, from: SchemaFile[], to: SchemaFile[]): Promise<string>;
