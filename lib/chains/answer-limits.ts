import { BlockTooLargeError } from "@/lib/chains/errors";
import { AnswerTooLargeError } from "@/lib/chains/exchange";

/** How large answers may get that hold one block, or a part of one, where nothing else is configured. */
export const BLOCK_BYTES_MAX = 1024 * 1024 * 1024;

/** Where `work` reads one block and what belongs to it: an answer that is too large says of which. @throws BlockTooLargeError */
export async function inBlock<Result>(height: number, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AnswerTooLargeError)) throw error;
    throw new BlockTooLargeError(height, error.message, { cause: error });
  }
}
