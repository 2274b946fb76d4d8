import { BaseSequencer, type TestSpecification } from "vitest/node";

const CHAIN = /\.chain\.test\.ts$/;
/** Tests that run worker processes take about a minute; the other tests of chains, seconds. */
const WITH_WORKERS = /\/lib\/run\/|crash/;
/** How many times longer the former take. */
const WEIGHT = 6;

/**
 * Spreads the tests of chains, which mostly wait for nodes and processes, over those that need only
 * a database, which mostly compute: at any time about one of the former is running. Those that run
 * worker processes come first: a file of a minute that starts last costs a minute more.
 */
export default class MixedFiles extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // By project: a process is used again only for files of the same one.
    const sorted = await super.sort(files);
    const projects = [...new Set(sorted.map(({ project }) => project.name))];
    return projects.flatMap((name) =>
      mix(
        sorted.filter(({ project }) => project.name === name),
        ({ moduleId }) => moduleId,
      ),
    );
  }
}

/** Puts a share of the other files after each file of chains, by the time that it takes. */
export function mix<File>(files: readonly File[], pathOf: (file: File) => string): File[] {
  const weightOf = (file: File) => (WITH_WORKERS.test(pathOf(file)) ? WEIGHT : 1);
  const chains = files
    .filter((file) => CHAIN.test(pathOf(file)))
    .toSorted((one, other) => weightOf(other) - weightOf(one));
  const others = files.filter((file) => !CHAIN.test(pathOf(file)));
  const total = chains.reduce((sum, file) => sum + weightOf(file), 0);
  const mixed: File[] = [];
  let weight = 0;
  let taken = 0;
  for (const file of chains) {
    weight += weightOf(file);
    const until = Math.round((others.length * weight) / total);
    mixed.push(file, ...others.slice(taken, until));
    taken = until;
  }
  return [...mixed, ...others.slice(taken)];
}
