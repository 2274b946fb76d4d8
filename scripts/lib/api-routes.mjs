/** The routes that are served without Next, as the folders below app/ say: what Next reads from them too. */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./paths.mjs";

const VERSION = /^v\d+$/;
const ORDINARY = /^([a-z0-9-]+|\[[a-z]+\])$/i;

function findRouteFolders(root, folder) {
  const below = readdirSync(join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  const deeper = below.flatMap((entry) => findRouteFolders(root, `${folder}/${entry.name}`));
  return existsSync(join(root, folder, "route.ts")) ? [folder, ...deeper] : deeper;
}

/**
 * Every `route.ts` of the machine API as `{ path: "/v1/payment", file: "app/v1/payment/route.ts" }`.
 * @throws Error for a folder name that means more to Next than a word or one parameter
 */
export function listApiRoutes(root = ROOT) {
  const versions = readdirSync(join(root, "app")).filter((name) => VERSION.test(name));
  return versions.sort().flatMap((version) =>
    findRouteFolders(root, `app/${version}`).map((folder) => {
      const odd = folder.split("/").find((name) => !ORDINARY.test(name));
      if (odd) throw new Error(`${folder}: the machine API's front does not know folders like ${odd}`);
      return { path: folder.replace(/^app/, ""), file: `${folder}/route.ts` };
    }),
  );
}

/** Event streams of open pages: many connections that live long, each of which would cost Next several times the memory. */
const STREAMS = ["app/pay/[uuid]/events", "app/wallet/[uuid]/events"];

/** Routes of the pages that are served beside Next, in the same form. */
export function listStreamRoutes(root = ROOT) {
  return STREAMS.filter((folder) => existsSync(join(root, folder, "route.ts"))).map((folder) => ({
    path: folder.replace(/^app/, ""),
    file: `${folder}/route.ts`,
  }));
}

/** Source of dist/api.mjs: `createServer(answerPage)` and `stopAtSignals` of lib/api/web-server.ts, with every route in it. */
export function apiEntrySource(routes = [...listApiRoutes(), ...listStreamRoutes()]) {
  return [
    'import { createFront } from "@/lib/api/front";',
    'import { createWebServer } from "@/lib/api/web-server";',
    'export { stopAtSignals } from "@/lib/api/web-server";',
    ...routes.map(({ file }, index) => `import * as route${index} from "@/${file.replace(/\.ts$/, "")}";`),
    "const front = createFront({",
    ...routes.map(({ path }, index) => `  ${JSON.stringify(path)}: route${index},`),
    "});",
    "export const createServer = (answerPage) => createWebServer(front, answerPage);",
    "",
  ].join("\n");
}
