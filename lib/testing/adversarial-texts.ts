/**
 * Inputs that are known to be expensive for patterns and parsers: runs of one character and of
 * pairs that formats depend on, texts that are almost valid up to their last character, unfinished
 * escapes, characters that grow when case-folded or normalised.
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
/** One ends a run of letters and symbols, the other a run of spaces and symbols. */
const ENDS = [" ", "a"];

/** Builds texts of `length` characters: every unit repeated, with every beginning and every end. */
export function adversarialTexts(length: number, units = UNITS, beginnings = BEGINNINGS): string[] {
  return units.flatMap((unit) =>
    beginnings.flatMap((beginning) =>
      ENDS.map((end) => `${(beginning + unit.repeat(Math.ceil(length / unit.length))).slice(0, length - 1)}${end}`),
    ),
  );
}
