/** The embedded PostgreSQL server, whose data `npm run backup` and `npm run restore` keep. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { createKeyFile } from "../backup/places.mjs";
import { signerOf } from "../backup/signature.mjs";
import { findPostmaster, startPostgres } from "../postgres.mjs";
import { stopProcess } from "../processes.mjs";
import { backupCommand, restoreCommand } from "./commands.mjs";

/** A store of `rehearse` (rehearse.mjs) below `folder`, with the passwords of its users. */
export function openArchiveStore({ folder, password, processes, port, secrets }) {
  const dataDir = join(folder, "postgres");
  const keyFile = join(folder, "backup-key.txt");
  const archives = join(folder, "backups");
  let recipient;
  const start = () => startPostgres({ dataDir, password, processes, port, logFile: join(folder, "postgres.log") });
  return {
    name: "npm run backup",
    keepsLog: false,
    /** Tables that the restore itself changes, besides the alarms that it clears. */
    marked: ["addresses", "restores", "send_stops", "sessions", "alarms"].map((table) => `public.${table}`),
    async start() {
      recipient = await createKeyFile(keyFile, signerOf(secrets.backupSigningKey));
      return start();
    },
    /** Returns what the command said. */
    backUp: async (url) =>
      backupCommand(url, ["--to", archives, "--recipient", recipient], {
        BACKUP_SIGNING_KEY: secrets.backupSigningKey,
      }),
    flush: async () => undefined,
    async destroy() {
      await stopProcess(findPostmaster(dataDir), { signal: "SIGQUIT", force: "SIGKILL", timeoutMs: 10_000 });
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
    },
    async restore() {
      const server = await start();
      restoreCommand(server.url, [archives, "--identity", keyFile], { SECRET_KEY: secrets.secretKey });
      return server;
    },
    mark: () => "The restore marked the database itself.",
  };
}
