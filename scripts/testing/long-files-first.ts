import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * Tests of one chain or of scanning it: the short ones, which fill the end of a run while the last
 * long ones finish.
 */
const SHORT = /\/(lib\/chains|lib\/money-in\/deposits|scripts(?!\/lib\/drill))\/.*\.chain\.test\.ts$/;

/**
 * Starts the tests that run worker processes before other tests of chains: a file of half a minute
 * that starts last costs half a minute more.
 */
export default class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => Number(SHORT.test(one.moduleId)) - Number(SHORT.test(other.moduleId)));
  }
}
