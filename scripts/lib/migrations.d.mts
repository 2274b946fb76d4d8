import type { Client } from "pg";
import type { RoleNames } from "./database-roles.mjs";
import type { Phase, SchemaDifference } from "./phases.mjs";

/** A schema file as Prisma's engine wants it. */
export type SchemaFile = { path: string; content: string };
/** `secretKey`: SECRET_KEY, where the database is not a new one. */
export function migrateDatabase(
  url: string,
  secretKey?: string,
  roles?: RoleNames,
  steps?: {
    readonly phase?: Phase;
    readonly version?: string | null;
    readonly isStopped?: boolean;
    readonly folder?: string;
  },
): Promise<{ applied: string[]; notes: string[] }>;
export function pendingMigrations(client: Pick<Client, "query">, folder?: string): Promise<SchemaDifference>;
export function diffSchemas(url: string, from: SchemaFile[], to: SchemaFile[]): Promise<string>;
