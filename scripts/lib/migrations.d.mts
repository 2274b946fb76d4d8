/** A schema file as Prisma's engine wants it. */
export type SchemaFile = { path: string; content: string };
/** `secretKey`: SECRET_KEY, where the database is not a new one. */
export function migrateDatabase(
  url: string,
  secretKey?: string,
  roles?: { web: string; worker: string },
): Promise<{ applied: string[]; notes: string[] }>;
export function diffSchemas(url: string, from: SchemaFile[], to: SchemaFile[]): Promise<string>;
