import type { SchemaFile } from "./migrations.mjs";

export function readSchema(): SchemaFile[];
export function readCommittedSchema(): SchemaFile[];
export function readMigrations(folder?: string): { name: string; sql: string }[];
