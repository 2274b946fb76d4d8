import type { Client } from "pg";

type Reader = Pick<Client, "query">;
export function checkFolder(version: string | null, nodeVersion?: string): string[];
export function checkSchema(client: Reader, isBack: boolean, folder?: string): Promise<string[]>;
export function hasFreshBackup(client: Reader): Promise<boolean>;
export function checkBackup(client: Reader, folder?: string, recipients?: string): Promise<string[]>;
