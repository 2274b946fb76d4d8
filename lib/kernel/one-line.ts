/**
 * Converts text that others chose to one line of at most so many characters, for a list or a mail:
 * control characters, line breaks and marks that reverse the direction of text become a space, and
 * what is too long ends with "…".
 */
export function oneLine(text: string, charactersMax: number): string {
  const line = text.replace(/[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]+/gu, " ").trim();
  // By characters: half of an emoji is no text.
  const signs = [...line];
  return signs.length <= charactersMax ? line : `${signs.slice(0, charactersMax - 1).join("")}…`;
}
