/**
 * What an expand migration must not do, because the version before it still runs. Only the form of
 * a statement is judged. A trigger or function that refuses what that version writes looks like any
 * other, so each needs a reason, as does everything else that is refused here: a comment
 * `-- survives: why the version before is not affected` in or above the statement.
 */

const REASON = /^\s*--\s*survives: \S/m;
/** Comments, quoted texts and bodies of functions. */
const OPAQUE = /--[^\n]*|\/\*[\s\S]*?\*\/|(\$\w*\$)[\s\S]*?\1|'(?:[^']|'')*'/g;

/** Of a table that exists already: each pattern with what it does to the version before. */
const RULES = [
  [/\bDROP (TABLE|COLUMN|VIEW|TYPE|FUNCTION|SEQUENCE|SCHEMA|MATERIALIZED)\b/, "removes what it uses"],
  [/\bDROP (DEFAULT|IDENTITY)\b/, "removes a value that its inserts leave out"],
  [/\bDROP (CONSTRAINT|INDEX|TRIGGER)\b/, "removes a guard, or the index that its ON CONFLICT names"],
  [/\bRENAME\b/, "renames what it uses"],
  [/\bSET SCHEMA\b/, "moves what it uses"],
  [/\bSET NOT NULL\b/, "refuses its null values"],
  [/\bALTER (?:COLUMN )?(?:"[^"]+"|\w+) (?:SET DATA )?TYPE\b/, "changes the type of a column that it uses"],
  [
    /\bADD COLUMN\b(?![^,;]*\bDEFAULT\b)(?![^,;]*\bGENERATED\b)[^,;]*\bNOT NULL\b/,
    "refuses its inserts, which leave the column out",
  ],
  [/\bADD VALUE\b/, "lets it read a value that it does not know"],
  [
    /\bADD (CONSTRAINT|CHECK|UNIQUE|PRIMARY KEY|FOREIGN KEY|EXCLUDE)\b|\bCREATE UNIQUE INDEX\b/,
    "may refuse what it writes",
  ],
  [
    /\bCREATE (OR REPLACE )?(CONSTRAINT )?TRIGGER\b|\bCREATE OR REPLACE (FUNCTION|PROCEDURE)\b/,
    "may refuse what it writes",
  ],
  [/\bCREATE INDEX\b(?! CONCURRENTLY)/, "blocks its writes while the index is built"],
  [/\bREVOKE\b/, "takes a right that it needs"],
  [/^\s*(?:WITH\b[\s\S]*\b)?(UPDATE|DELETE FROM|MERGE INTO)\b/, "changes rows that it uses, and locks them meanwhile"],
  [/^\s*(LOCK|TRUNCATE)\b/, "blocks what it does, or removes rows that it uses"],
  [/^\s*DO\b/, "does what cannot be judged here"],
];
/** The table that a statement is about. */
const TABLE =
  /\b(?:ALTER TABLE (?:ONLY )?|ON )([\w".]+)|^\s*(?:UPDATE|DELETE FROM|TRUNCATE(?: TABLE)?|LOCK(?: TABLE)?) (?:ONLY )?([\w".]+)\s*(?!,)/;

/**
 * Returns what the version before may not survive, one line for each statement; none if every such
 * statement has a reason. Tables that the migration creates are free.
 */
export function findBreaking(sql) {
  const statements = splitStatements(sql);
  const created = new Set(
    statements.flatMap(({ code }) => /\bCREATE TABLE (?:IF NOT EXISTS )?([\w".]+)/.exec(code)?.[1] ?? []).map(bare),
  );
  return statements.flatMap(({ text, code, whole }) => {
    if (REASON.test(text)) return [];
    const effect = referenceEffect(whole, created) ?? effectOf(code, whole, created);
    return effect ? [`${code.replaceAll(/\s+/g, " ").trim().slice(0, 100)}: ${effect}`] : [];
  });
}

/** Also of a column of a new table, which stands in brackets. */
function referenceEffect(whole, created) {
  const isOfOther = [...whole.matchAll(/\bREFERENCES\s+([\w".]+)/g)].some(([, name]) => !created.has(bare(name)));
  return isOfOther ? "locks a table that it uses, and refuses what it deletes or changes there" : undefined;
}

function effectOf(code, whole, created) {
  const [, altered, written] = TABLE.exec(code) ?? [];
  const table = altered ?? written;
  // What a query before the statement writes stands in brackets.
  const judged = /^\s*WITH\b/.test(code) ? whole : code;
  if (table !== undefined && created.has(bare(table)) && judged === code) return undefined;
  return RULES.find(([pattern]) => pattern.test(judged))?.[1];
}

const bare = (name) => name.replaceAll('"', "");

/**
 * Returns each statement as `{ text, code, whole }`: as it stands, with the comments before it;
 * with keywords in capitals, without comments, texts, bodies and what is in brackets; and the same
 * with what is in brackets.
 */
function splitStatements(sql) {
  const blank = sql.replaceAll(OPAQUE, (part) => " ".repeat(part.length));
  const statements = [];
  let from = 0;
  for (const part of blank.split(";")) {
    const text = sql.slice(from, from + part.length);
    const whole = part.replaceAll(KEYWORDS, (word) => word.toUpperCase());
    statements.push({ text, code: withoutBrackets(whole), whole });
    from += part.length + 1;
  }
  return statements;
}

/** A comma in `numeric(60, 18)` separates nothing. */
function withoutBrackets(code) {
  const shorter = code.replaceAll(/\([^()]*\)/g, " ");
  return shorter === code ? code : withoutBrackets(shorter);
}

const KEYWORDS =
  /\b(create|or|replace|constraint|trigger|function|procedure|drop|table|column|view|type|sequence|schema|materialized|default|identity|index|rename|set|not|null|alter|data|add|generated|value|check|unique|primary|foreign|key|exclude|revoke|only|on|if|exists|concurrently|references|with|update|delete|from|merge|into|lock|truncate|do)\b/gi;
