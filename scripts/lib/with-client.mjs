import pg from "pg";

/** Runs `work(client)` with a connection of its own, and ends it whatever happens. */
export async function withClient(connectionString, work) {
  const client = new pg.Client({ connectionString });
  // A lost connection fails the statement that is running.
  client.on("error", () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
