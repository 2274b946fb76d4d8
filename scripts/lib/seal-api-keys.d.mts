import type { Client } from "pg";

export function sealApiKeys(client: Pick<Client, "query">, secretKey?: string): Promise<number>;
