import { readFileSync } from "node:fs";
import pg from "pg";

type Description = {
  readonly database: string;
  readonly networks: Readonly<Record<string, { readonly rpcUrl: string }>>;
};

/** The description that `npm run up` writes of the gateway under test. */
export const described: Description = JSON.parse(
  readFileSync(process.env["E2E_SANDBOX_FILE"] ?? ".data/sandbox.json", "utf8"),
);

/** Returns the rows of one statement on the sandbox's database. */
export async function askDatabase<Row extends pg.QueryResultRow>(
  statement: string,
  values: readonly unknown[],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: described.database });
  await client.connect();
  try {
    return (await client.query<Row>(statement, [...values])).rows;
  } finally {
    await client.end();
  }
}
