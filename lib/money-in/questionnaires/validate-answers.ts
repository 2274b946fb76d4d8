import {
  type AmlAnswers,
  DOCUMENT_BYTES_MAX,
  type DOCUMENT_KINDS,
  DOCUMENTS_BYTES_MAX,
  DOCUMENTS_MAX,
  MONEY_SOURCES,
  NAME_CHARACTERS_MAX,
  PERSON_KINDS,
  TEXT_CHARACTERS_MAX,
} from "@/lib/money-in/questionnaires/schema";
import { imageKind } from "@/lib/people/brands/encode-logo";

type DocumentKind = (typeof DOCUMENT_KINDS)[number];

const PDF_START = "%PDF-";

/**
 * Detects a document's kind by its first bytes, whatever its name; null for anything else. The rest
 * is not checked: no part of the gateway opens a document, and it is served as a download that
 * browsers do not display.
 */
function documentKind(file: Uint8Array): DocumentKind | null {
  if (Buffer.from(file.subarray(0, PDF_START.length)).toString("latin1") === PDF_START) return "pdf";
  const image = imageKind(file);
  return image === "png" || image === "jpeg" ? image : null;
}

const STEM_CHARACTERS_MAX = 80;
const ENDINGS: Readonly<Record<DocumentKind, string>> = { pdf: "pdf", png: "png", jpeg: "jpg" };

/**
 * Returns a document name that can be displayed and saved anywhere: the last part of the browser's
 * file name without folders and extension, reduced to letters of all scripts, digits and a few
 * symbols, plus the extension of the detected kind. Pure.
 */
export function documentName(told: string, kind: DocumentKind): string {
  const last = told.split(/[/\\]/).at(-1) ?? "";
  const stem = last
    .normalize("NFC")
    .replace(/\.[^.]*$/, "")
    .replaceAll(/[^\p{L}\p{M}\p{N}_-]+/gu, " ")
    .trim();
  const cut = [...stem].slice(0, STEM_CHARACTERS_MAX).join("").trim();
  return `${cut === "" ? "document" : cut}.${ENDINGS[kind]}`;
}

/** As submitted in a form. */
export type SentFile = { readonly name: string; readonly bytes: Uint8Array };

export type AmlDocument = { readonly name: string; readonly kind: DocumentKind; readonly bytes: Uint8Array };

/**
 * `refused`: the name of the first file that is too large or of another kind; null where they are
 * too many or too large in total.
 */
type ValidatedDocuments = { readonly documents: readonly AmlDocument[] } | { readonly refused: string | null };

/**
 * Validates the files submitted with the answers: their number, size and kind by first bytes. Pure.
 */
export function validateDocuments(files: readonly SentFile[]): ValidatedDocuments {
  const size = files.reduce((sum, { bytes }) => sum + bytes.byteLength, 0);
  if (files.length > DOCUMENTS_MAX || size > DOCUMENTS_BYTES_MAX) return { refused: null };
  const documents: AmlDocument[] = [];
  for (const { name, bytes } of files) {
    const kind = documentKind(bytes);
    if (kind === null || bytes.byteLength > DOCUMENT_BYTES_MAX) return { refused: name };
    documents.push({ name: documentName(name, kind), kind, bytes });
  }
  return { documents };
}

/**
 * ISO 3166-1 alpha-2, all officially assigned codes (ISO Online Browsing Platform, 2026-11), and
 * XK, which banks use for Kosovo.
 */
const CODES =
  "AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS XK YE YT ZA ZM ZW";

export const COUNTRIES: readonly string[] = CODES.split(" ");

export type AnswerField = keyof AmlAnswers;
/** As typed: everything is text, and missing fields are empty. */
export type TypedAnswers = Readonly<Record<AnswerField, string>>;
export type AnswerProblem = "missing" | "long";

/** In the order of the form. */
export const ANSWER_FIELDS: readonly AnswerField[] = [
  "person",
  "name",
  "company",
  "country",
  "source",
  "details",
  "relation",
];

export const CHARACTERS_MAX: Readonly<Record<"name" | "company" | "details" | "relation", number>> = {
  name: NAME_CHARACTERS_MAX,
  company: NAME_CHARACTERS_MAX,
  details: TEXT_CHARACTERS_MAX,
  relation: TEXT_CHARACTERS_MAX,
};

export type ValidatedAnswers =
  | { readonly answers: AmlAnswers }
  | { readonly problems: Readonly<Partial<Record<AnswerField, AnswerProblem>>> };

/**
 * Validates a form: a company is required only from a business. Removes invisible characters from
 * texts. Pure.
 */
export function validateAnswers(typed: TypedAnswers): ValidatedAnswers {
  const person = PERSON_KINDS.find((kind) => kind === typed.person);
  const source = MONEY_SOURCES.find((known) => known === typed.source);
  const country = COUNTRIES.find((code) => code === typed.country);
  const texts = {
    name: clean(typed.name),
    company: person === "business" ? clean(typed.company) : "",
    details: clean(typed.details),
    relation: clean(typed.relation),
  };
  const problems: Partial<Record<AnswerField, AnswerProblem>> = {};
  for (const field of ["name", "company", "details", "relation"] as const) {
    const isNeeded = field !== "company" || person === "business";
    if (isNeeded && texts[field] === "") problems[field] = "missing";
    else if (texts[field].length > CHARACTERS_MAX[field]) problems[field] = "long";
  }
  if (person === undefined) problems.person = "missing";
  if (source === undefined) problems.source = "missing";
  if (country === undefined) problems.country = "missing";
  if (person === undefined || source === undefined || country === undefined || Object.keys(problems).length > 0)
    return { problems };
  return { answers: { person, source, country, ...texts } };
}

/**
 * Keeps line breaks and the joiners of Persian and Indic scripts; removes other control characters
 * and those that change the writing direction.
 */
function clean(text: string): string {
  return text
    .replaceAll("\r\n", "\n")
    .replaceAll(/(?![\n\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}]/gu, "")
    .trim();
}
