import { DOCUMENTS_BYTES_MAX } from "@/lib/money-in/questionnaires/schema";
import { ANSWER_FIELDS, type SentFile, type TypedAnswers } from "@/lib/money-in/questionnaires/validate-answers";

/** For all text fields and the multipart delimiters. */
const TEXTS_BYTES_MAX = 64 * 1024;
export const SUBMISSION_BYTES_MAX = DOCUMENTS_BYTES_MAX + TEXTS_BYTES_MAX;
/** 15 MB in this time requires a line of 1 Mbit/s. */
const MILLISECONDS_MAX = 120_000;
/** Seven fields, five documents, and some more that are refused by name. */
const PARTS_MAX = 32;
/**
 * As in RFC 2046, without the characters that need quoting; browsers send letters, digits and
 * hyphens.
 */
const BOUNDARY = /^multipart\/form-data\s*;\s*boundary=("?)([0-9A-Za-z'()+_./:=?-]{1,70})\1\s*$/i;
const FILE_NAME_CHARACTERS_MAX = 255;

export type SentForm = { readonly typed: TypedAnswers; readonly files: readonly SentFile[] };

/**
 * Reads the form of a questionnaire; returns null if it is not such a form, is too large or too
 * slow, or breaks off. Size and time are enforced while reading, and parts are counted before they
 * are parsed, since each part costs time.
 */
export async function readSubmission(request: Request, millisecondsMax = MILLISECONDS_MAX): Promise<SentForm | null> {
  const boundary = BOUNDARY.exec(request.headers.get("content-type") ?? "")?.[2];
  if (boundary === undefined) return null;
  const body = await readWithin(request, millisecondsMax);
  if (body === null || countParts(body, boundary) > PARTS_MAX) return null;
  const headers = { "content-type": `multipart/form-data; boundary=${boundary}` };
  const form = await new Response(new Uint8Array(body), { headers }).formData().catch(() => null);
  return form === null ? null : await toForm(form);
}

/** Returns null if the body is larger, takes longer, or the client disconnects. */
async function readWithin({ headers, body }: Request, millisecondsMax: number): Promise<Buffer | null> {
  const announced = headers.get("content-length");
  const isTooLarge =
    announced !== null && (announced.length > 15 || Number.parseInt(announced, 10) > SUBMISSION_BYTES_MAX);
  if (isTooLarge || body === null) return null;
  const reader = body.getReader();
  // A cancelled reader reports `done`, but the data read so far is incomplete.
  let isOver = false;
  const timer = setTimeout(() => {
    isOver = true;
    reader.cancel().catch(() => undefined);
  }, millisecondsMax);
  try {
    const chunks: Uint8Array[] = [];
    let size = 0;
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return isOver ? null : Buffer.concat(chunks);
      size += value.byteLength;
      if (size > SUBMISSION_BYTES_MAX) return null;
      chunks.push(value);
    }
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
    await reader.cancel().catch(() => undefined);
  }
}

function countParts(body: Buffer, boundary: string): number {
  const mark = Buffer.from(`--${boundary}`);
  let count = 0;
  for (let at = body.indexOf(mark); at !== -1 && count <= PARTS_MAX; at = body.indexOf(mark, at + mark.length))
    count += 1;
  return count;
}

async function toForm(form: FormData): Promise<SentForm> {
  const text = (name: string) => {
    const value = form.get(name);
    return typeof value === "string" ? value : "";
  };
  const typed = Object.fromEntries(ANSWER_FIELDS.map((field) => [field, text(field)])) as TypedAnswers;
  // If no file was chosen, browsers send one without a name and content.
  const chosen = form.getAll("documents").filter((value) => typeof value !== "string" && value.size > 0) as File[];
  const files = chosen.map(async (file) => ({
    name: file.name.slice(-FILE_NAME_CHARACTERS_MAX),
    bytes: new Uint8Array(await file.arrayBuffer()),
  }));
  return { typed, files: await Promise.all(files) };
}
