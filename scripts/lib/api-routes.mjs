/** The routes that are served without Next, found in the folders below app/. */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./paths.mjs";

const ORDINARY = /^([a-z0-9.-]+|\[[a-z]+\])$/i;

function findRouteFolders(root, folder) {
  const below = readdirSync(join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  const deeper = below.flatMap((entry) => findRouteFolders(root, `${folder}/${entry.name}`));
  return existsSync(join(root, folder, "route.ts")) ? [folder, ...deeper] : deeper;
}

/**
 * Lists every `route.ts` below app/ as `{ path: "/v1/payment", file: "app/v1/payment/route.ts" }`.
 * @throws Error for a folder name that has a special meaning for Next other than one parameter
 */
export function listRoutes(root = ROOT) {
  return findRouteFolders(root, "app").map((folder) => {
    const odd = folder.split("/").find((name) => !ORDINARY.test(name));
    if (odd) throw new Error(`${folder}: the front of the routes does not know folders like ${odd}`);
    return { path: folder.replace(/^app/, ""), file: `${folder}/route.ts` };
  });
}

/**
 * Returns the source of dist/api.mjs: `createServer(answerPage)` and `stopAtSignals` of
 * lib/fronts/machine-api/web-server.ts, with every route in it, `holdBack` of the same file,
 * `join(onWait)`, which lists the process as running, and `startTracing`.
 */
export function apiEntrySource(routes = listRoutes()) {
  return [
    'import { createFront } from "@/lib/fronts/machine-api/front";',
    'import { respondWithoutDatabase } from "@/app/pay/respond";',
    'import { createWebServer, holdBack as hold } from "@/lib/fronts/machine-api/web-server";',
    'export { stopAtSignals } from "@/lib/fronts/machine-api/web-server";',
    'import { joinWhenReachable } from "@/lib/kernel/join-when-reachable";',
    'export { startTracing } from "@/lib/kernel/tracing/start-tracing";',
    ...routes.map(({ file }, index) => `import * as route${index} from "@/${file.replace(/\.ts$/, "")}";`),
    "const front = createFront({",
    ...routes.map(({ path }, index) => `  ${JSON.stringify(path)}: route${index},`),
    "});",
    "export const createServer = (answerPage) => createWebServer(front, answerPage);",
    "export const holdBack = (server) => hold(server, respondWithoutDatabase);",
    'export const join = (onWait) => joinWhenReachable("web", { onWait });',
    "",
  ].join("\n");
}
