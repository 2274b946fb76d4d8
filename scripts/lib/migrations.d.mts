import type { RoleNames } from "./database-roles.mjs";

/** A schema file as Prisma's engine wants it. */
export type SchemaFile = { path: string; content: string };
/** `secretKey`: SECRET_KEY, where the database is not a new one. */
export function migrateDatabase(
  url: string,
  secretKey?: string,
  roles?: RoleNames,
): Promise<{ applied: string[]; notes: string[] }>;
export function diffSchemas(url: string, from: SchemaFile[], to: SchemaFile[]): Promise<string>;
