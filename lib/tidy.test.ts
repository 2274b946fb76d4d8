import { describe, expect, test } from "vitest";
import { ENV_NAMES } from "@/lib/kernel/env";
import { findElapsedAssertions } from "@/lib/testing/elapsed-assertions";
import { readText } from "@/lib/testing/source-files";
import { findChain, isTestFile, readImports, readSources, type SourceFile } from "@/scripts/lib/import-graph.mjs";

const ALL = readSources(["app", "components", "lib", "prisma", "e2e", "bench", "scripts"]);
const PRODUCT = ALL.filter(({ path }) => /^(app|components|lib)\//.test(path));
const CODE = PRODUCT.filter(({ path }) => !isTestFile(path));
const BY_PATH: ReadonlyMap<string, SourceFile> = new Map(PRODUCT.map((file) => [file.path, file]));

/**
 * Returns lines with their numbers, without those that have `tidy-ignore: reason` (or Biome's own
 * form) on them or right above.
 */
function judgedLines({ text }: SourceFile): { line: string; number: number }[] {
  const lines = text.split("\n");
  const isIgnored = (index: number) =>
    [lines[index], lines[index - 1]].some((line) => line && /(tidy-ignore|biome-ignore [\w/]+): \S+/.test(line));
  return lines.map((line, index) => ({ line, number: index + 1 })).filter(({ number }) => !isIgnored(number - 1));
}

/** Comments and string contents may say what code must not do. */
const withoutComments = (line: string) => line.replace(/^\s*(\/\/|\*|\/\*).*$/, "").replace(/\/\/ .*$/, "");

function findLines(files: readonly SourceFile[], pattern: RegExp): string[] {
  return files.flatMap((file) =>
    judgedLines(file)
      .filter(({ line }) => pattern.test(withoutComments(line)))
      .map(({ line, number }) => `${file.path}:${number} ${line.trim()}`),
  );
}

describe("the direction of imports", () => {
  test("routes import nothing from Next, and the machine API nothing from React", () => {
    const isForeign = (path: string, to: string) =>
      /^next([/-]|$)/.test(to) || (/^(app\/v\d|lib\/fronts\/machine-api)\//.test(path) && /^react([/-]|$)/.test(to));
    const files = CODE.filter(({ path }) => /^lib\/fronts\/machine-api\/|^app\/v\d\/|\/route\.ts$/.test(path));
    const wrong = files.flatMap(({ path, imports }) =>
      imports.filter(({ to, isOwn }) => !isOwn && isForeign(path, to)).map(({ to }) => `${path} -> ${to}`),
    );
    expect(wrong).toEqual([]);
  });

  test("the node emulators share no code with the gateway, so that one error is not on both sides", () => {
    const isEmulator = (path: string) => path.startsWith("scripts/emulators/");
    const arrows = ALL.flatMap(({ path, imports }) =>
      imports.filter(({ isOwn }) => isOwn).map(({ to }) => ({ path, to })),
    );
    const outward = arrows.filter(({ path, to }) => isEmulator(path) && !isEmulator(to));
    const inward = arrows.filter(({ path, to }) => !isEmulator(path) && isEmulator(to));
    // The sandbox's scripts may use what the package exports; tests start its program.
    const { exports } = JSON.parse(readText("scripts/emulators/package.json") ?? "") as {
      exports: Record<string, string>;
    };
    const doors = Object.values(exports).map((target) => target.replace("./", "scripts/emulators/"));
    expect(outward).toEqual([]);
    expect(inward.filter(({ path, to }) => !(/^(scripts|bench)\//.test(path) && doors.includes(to)))).toEqual([]);
    expect(inward.length).toBeGreaterThan(0);
  });
  test("browser code imports the page operations as types only", () => {
    const ofBrowser = CODE.filter(({ path }) => /^(components|lib\/fronts\/client)\/|^app\/.*\.tsx$/.test(path));
    const isOfServer = (to: string) => /^@trpc\/|^lib\/fronts\/dashboard\/(router|procedure|operations)\b/.test(to);
    const starts = ofBrowser.map(({ path }) => path);
    expect(starts.length).toBeGreaterThan(100);
    expect(findChain(BY_PATH, starts, isOfServer)).toBeUndefined();
  });

  test("the check works: a type import is erased, a value and a dynamic import are not", () => {
    const text = `import type { A } from "@/lib/custody/seed";\nimport {\n  b,\n} from "@/lib/b";\nconst c = await import("./c");`;
    expect(readImports("lib/x/y.ts", text)).toEqual([
      { to: "lib/custody/seed", isOwn: true, isType: true },
      { to: "lib/b", isOwn: true, isType: false },
      { to: "lib/x/c", isOwn: true, isType: false },
    ]);
    const graph = new Map([
      [
        "app/page.tsx",
        { path: "app/page.tsx", text: "", imports: readImports("app/page.tsx", `export * from "@/lib/custody/x";`) },
      ],
    ]);
    expect(findChain(graph, ["app/page.tsx"], (to) => to.startsWith("lib/custody/"))).toEqual([
      "app/page.tsx",
      "lib/custody/x",
    ]);
  });
});

describe("sizes", () => {
  function limitFor(path: string): number {
    if (isTestFile(path)) return 400;
    if (path.endsWith("/route.ts")) return 45;
    return path.startsWith("components/") || path.endsWith(".tsx") ? 250 : 340;
  }

  test("no file is too long", () => {
    const long = ALL.map(({ path, text }) => ({ path, lines: text.trimEnd().split("\n").length }))
      .filter(({ path, lines }) => lines > limitFor(path))
      .map(({ path, lines }) => `${path}: ${lines} lines, at most ${limitFor(path)}`);
    expect(long).toEqual([]);
  });
});

describe("comments", () => {
  test("fit in 100 columns, except for what tools must find on one line", () => {
    const comment = /^\s*(?:\/\/ |\/\*)|^(?: {2})* \* /;
    const wide = ALL.flatMap(({ path, text }) =>
      text.split("\n").flatMap((line, index) => {
        const isWide = line.length > 100 && comment.test(line) && !/biome-ignore/.test(line);
        return isWide ? [`${path}:${index + 1}`] : [];
      }),
    );
    expect(wide).toEqual([]);
  });
});

describe("money", () => {
  const MONEY_FOLDERS =
    /^lib\/(?:[\w-]+\/)?(money|ledger|invoices|deposits|cases|static-wallets|payouts|refunds|transfers|sweeps|conversions|rates|catalog)\//;
  const MONEY = CODE.filter(({ path }) => MONEY_FOLDERS.test(path));

  test("never passes through floating point", () => {
    // Clock readings are numbers by nature; counts and heights say so with a `tidy-ignore: reason`.
    const isAboutTime = /getTime\(\)|milliseconds/i;
    const floating = /\bNumber\(|\bparseFloat\(|\.toNumber\(|\bMath\.(round|floor|ceil|trunc)\(/;
    expect(findLines(MONEY, floating).filter((line) => !isAboutTime.test(line))).toEqual([]);
  });

  test("is never typed as a number", () => {
    expect(findLines(MONEY, /\b\w*(amount|units|balance|commission|price|fee)\??: number\b/i)).toEqual([]);
  });
});

describe("displayed amounts", () => {
  /** Machine-readable text: refusals of the machine API, journals, logs, and what a payer signs. */
  const FOR_MACHINES =
    /^lib\/(chains|ledger\/statements|run\/commands|pricing\/catalog|kernel\/money|fronts\/machine-api\/sentences|exceptions\/refund-requests\/read-sign-message)/;
  const SHOWN = CODE.filter(({ path }) => !FOR_MACHINES.test(path));

  test("are formatted by lib/kernel/money/format.ts, on payer pages by lib/kernel/locales, and never by a page itself", () => {
    const pages = SHOWN.filter(({ path }) => /^(app|components)\//.test(path));
    // Times are excluded: their format has a name.
    expect(findLines(pages, /Intl\.NumberFormat|\.toLocaleString\((?!undefined, [A-Z])|u202f/)).toEqual([]);
  });

  test("appear beside their currency through `Money` or `moneyText`, in sentences too", () => {
    const amount =
      "amount|sum|fee|fixed|price|balance|rest|remaining|limit|min|max|minimum|maximum|spendable|worth|cost|owed|missing|usd|kept";
    const currency = "\\$?\\{[^{}]*(?:currency|currencyCode|coin|code)\\}|USD\\b|TRX\\b";
    const beside = new RegExp(`\\{[^{}]*(?:${amount}|toFixed\\(\\))\\)*\\}(?:\\{" "\\})? (?:${currency})`, "i");
    expect(
      ["{row.amount} {currency}", "{row.fee} {row.currency}", "{fee.toFixed()} USD"].every((line) => beside.test(line)),
    ).toBe(true);
    expect(findLines(SHOWN, beside).filter((line) => !/\bkey=/.test(line))).toEqual([]);
  });
});

describe("habits", () => {
  test("settings are read only in lib/kernel/env.ts", () => {
    const others = CODE.filter(({ path }) => path !== "lib/kernel/env.ts");
    expect(findLines(others, /\bprocess\.env\b/)).toEqual([]);
  });

  test("no file only re-exports others", () => {
    const barrels = PRODUCT.filter(({ path, text }) => {
      const statements = text
        .split("\n")
        .map(withoutComments)
        .filter((line) => line.trim() !== "");
      return (
        /\/index\.tsx?$/.test(path) ||
        (statements.length > 0 && statements.every((line) => /^export .* from /.test(line)))
      );
    });
    expect(barrels.map(({ path }) => path)).toEqual([]);
  });

  test("no folder or file is a catch-all", () => {
    const drawers = ALL.filter(({ path }) => /(^|\/)(utils?|helpers?|common|misc|shared)(\/|\.)/.test(path));
    expect(drawers.map(({ path }) => path)).toEqual([]);
  });

  test("no TODO or FIXME is left", () => {
    expect(
      findLines(
        ALL.filter(({ path }) => path !== "lib/tidy.test.ts"),
        /\b(TODO|FIXME)\b/,
      ),
    ).toEqual([]);
  });

  test(".env.example names every setting, and no other", () => {
    const example = readText(".env.example") ?? "";
    const named = [...example.matchAll(/^#?\s?([A-Z][A-Z0-9_]*)=/gm)].map(([, name = ""]) => name);
    const settings = [...new Set(named)].filter((name) => !/^(NODE_URLS|OUTFLOW_CAPS)_/.test(name));
    expect(settings.sort()).toEqual([...ENV_NAMES].sort());
  });

  test("no test asserts that something took less than a given time: that is a measurement, and belongs in bench/", () => {
    const tests = ALL.filter(({ path }) => isTestFile(path) && !path.startsWith("bench/"));
    const found = tests
      .filter(({ path }) => path !== "lib/testing/elapsed-assertions.test.ts")
      .flatMap(({ path, text }) => findElapsedAssertions(text).map((place) => `${path}:${place}`));
    expect(found).toEqual([]);
  });

  test("every job is in the worker's registry", () => {
    const registry = readText("lib/run/worker/registry.ts") ?? "";
    const jobs = CODE.flatMap(({ text }) =>
      [...text.matchAll(/export const (\w+)[^=\n]*= defineJob\(/g)].map(([, name = ""]) => name),
    );
    expect(jobs.length).toBeGreaterThan(0);
    expect(jobs.filter((name) => !new RegExp(`\\b${name}\\b`).test(registry))).toEqual([]);
  });
});
