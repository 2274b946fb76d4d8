/**
 * What patterns and parsers were ever made to work hard with: runs of one character and of every
 * pair that formats hang on, texts that are almost right until their last character, escapes that
 * are never finished, characters that grow when they are folded or normalised.
 */
const UNITS: readonly string[] = [
  ..."a0A .,:;@-_+=/\\%&?#\"'<([{|~\t\n\0",
  ...[
    "a@",
    "a@a.",
    "a.",
    "a-",
    "a b",
    "0.",
    "1,",
    "0x",
    "%41",
    "%E0%A4%A",
    "&a=",
    "; a=",
    "\\u0000",
    '\\"',
    "]]",
    "../",
  ],
  ...["é", "İ", "ﷺ", "a\u0301", "😀", "\ud800", "\u202e", "\u3000"],
];
const BEGINNINGS: readonly string[] = ["", "a@", "https://"];
/** One ends what letters and signs make up, the other what blanks and signs do. */
const ENDS = [" ", "a"];

/**
 * Texts of `length` characters: every unit again and again, behind every beginning and before every
 * end.
 */
export function adversarialTexts(length: number, units = UNITS, beginnings = BEGINNINGS): string[] {
  return units.flatMap((unit) =>
    beginnings.flatMap((beginning) =>
      ENDS.map((end) => `${(beginning + unit.repeat(Math.ceil(length / unit.length))).slice(0, length - 1)}${end}`),
    ),
  );
}
