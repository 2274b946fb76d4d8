import { Ajv2020, type ErrorObject } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";

const DOCUMENT = "https://chaintill.example/openapi.json";

/** Holds JSON against schemas of an OpenAPI document, references to its components included. */
export function createJudge(document: object) {
  const ajv = new Ajv2020({ strict: false, allErrors: true, unicodeRegExp: true });
  addFormats(ajv);
  ajv.addSchema(document, DOCUMENT);

  /**
   * What is wrong with `value` by the schema at this place of the document; empty when nothing is.
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
