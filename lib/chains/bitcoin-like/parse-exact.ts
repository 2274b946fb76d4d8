import { parseWhole } from "@/lib/chains/pieces";

/** Numbers come as their own text, so that no amount passes through a float. */
export const numberText = (digits: string): string => digits;

/** A text that was read already, as answers are. @throws NoJsonError */
export function parseExact(text: string): unknown {
  return parseWhole(text, numberText);
}
