/**
 * Prisma's own generator, called directly. The Prisma command line would bring 190 MB of packages
 * for other purposes, and looks for a native engine that it would have to download.
 */
import { createRequire } from "node:module";
import { join } from "node:path";
import { ROOT, readJson } from "./paths.mjs";
import { readSchema } from "./schema-files.mjs";

// Its ES module build imports a file without an extension, which Node rejects.
const { generateClient, getDMMF } = createRequire(import.meta.url)("@prisma/client-generator-ts");

function readVersions() {
  const { dependencies } = readJson(join(ROOT, "package.json"));
  const engine = dependencies["@prisma/schema-engine-wasm"];
  return { clientVersion: dependencies["@prisma/client"], engineVersion: engine.slice(engine.lastIndexOf(".") + 1) };
}

/**
 * Writes the client of the schema in prisma/schema to the folder `outputDir`, and removes files of
 * earlier schemas.
 */
export async function generatePrismaClient(outputDir) {
  const files = readSchema();
  const activeProvider = "postgresql";
  await generateClient({
    ...readVersions(),
    outputDir,
    activeProvider,
    datamodel: files.map(({ content }) => content).join("\n"),
    dmmf: await getDMMF({ datamodel: files.map(({ path, content }) => [path, content]), previewFeatures: [] }),
    schemaPath: "prisma/schema",
    datasources: [{ name: "db", provider: activeProvider, activeProvider }],
    generator: { name: "client", config: {}, binaryTargets: [], previewFeatures: [] },
    binaryPaths: {},
    runtimeBase: "@prisma/client/runtime",
    target: "nodejs",
    generatedFileExtension: "ts",
    importFileExtension: "",
    moduleFormat: "esm",
    compilerBuild: "small",
    tsNoCheckPreamble: true,
  });
}
