import { Ajv2020, type ErrorObject } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";

const DOCUMENT = "https://chaintill.example/openapi.json";

/**
 * Validates JSON against schemas of an OpenAPI document, resolving references to its components.
 */
export function createJudge(document: object) {
  const ajv = new Ajv2020({ strict: false, allErrors: true, unicodeRegExp: true });
  addFormats(ajv);
  ajv.addSchema(document, DOCUMENT);

  /**
   * Returns the errors of `value` against the schema at this path of the document; empty if it is
   * valid.
   */
  return function judge(place: readonly string[], value: unknown): string[] {
    const pointer = place.map((part) => encodeURIComponent(part.replaceAll("~", "~0").replaceAll("/", "~1"))).join("/");
    const validate = ajv.getSchema(`${DOCUMENT}#/${pointer}`);
    if (validate === undefined) throw new Error(`the document has no schema at ${place.join(" ")}`);
    return validate(value) ? [] : (validate.errors ?? []).map(toSentence);
  };
}

function toSentence({ instancePath, message, params }: ErrorObject): string {
  return `${instancePath || "the whole"} ${message} ${JSON.stringify(params)}`;
}
