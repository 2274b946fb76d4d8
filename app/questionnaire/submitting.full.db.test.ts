import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { GET, POST } from "@/app/questionnaire/[link]/route";
import { readSubmission, SUBMISSION_BYTES_MAX } from "@/app/questionnaire/read-submission";
import { withUploadPlace } from "@/app/questionnaire/upload-places";
import { readAnswers } from "@/lib/exceptions/questionnaires/ask-again";
import { closeDatabase, database } from "@/lib/kernel/db";
import { newMerchant, openGateway } from "@/lib/money-in/invoices/testing/gateway-rig";
import { questionnairePath } from "@/lib/money-in/questionnaires/list-views";
import { newHeld, openScreening } from "@/lib/money-in/questionnaires/testing/held-rig";

/** The page of a questionnaire, as browsers and hostile clients request it. */

const OPERATOR = "9f5c1b2e-58a4-4a6d-9d57-0d5c8a3f7e21";
const PDF = "%PDF-1.7\nA statement";

beforeAll(async () => {
  await openGateway();
  await openScreening();
});
afterAll(closeDatabase);

let held: Awaited<ReturnType<typeof newHeld>>;
beforeEach(async () => {
  held = await newHeld(await newMerchant());
});

const ANSWERS = {
  person: "private",
  name: "Ada Lovelace",
  company: "",
  country: "GB",
  source: "salary",
  details: "Wages",
  relation: "A violin",
};

type Fields = Readonly<Record<string, string>>;

function formOf(changes: Fields = {}, files: readonly (readonly [name: string, content: string])[] = []): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...ANSWERS, ...changes })) form.set(name, value);
  for (const [name, content] of files) form.append("documents", new File([content], name));
  return form;
}

const pathOf = (id = held.questionnaireId) => questionnairePath(id);
const paramsOf = (path: string) => ({ params: Promise.resolve({ link: path.split("/").at(-1) ?? "" }) });
const requestOf = (path: string, init: RequestInit = {}) => new Request(`http://127.0.0.1:3000${path}`, init);
const open = async (path = pathOf()) => await GET(requestOf(path), paramsOf(path));
const send = async (body: BodyInit, headers: Fields = {}, path = pathOf()) =>
  await POST(requestOf(path, { method: "POST", body, headers, duplex: "half" } as RequestInit), paramsOf(path));
const isAnswered = async () =>
  (await database().amlQuestionnaire.findUniqueOrThrow({ where: { id: held.questionnaireId } })).submittedAt !== null;

/** An endless body that counts the bytes read. */
function endless() {
  const read = { bytes: 0 };
  const stream = new ReadableStream<Uint8Array>({
    pull(controller) {
      read.bytes += 64 * 1024;
      controller.enqueue(new Uint8Array(64 * 1024));
    },
  });
  return { read, stream };
}
/** Valid answers, except for what is added to them. */
const partOf = (name: string, text: string) =>
  `--abc\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`;
const MANY_PARTS = `${Object.entries(ANSWERS)
  .map(([name, text]) => partOf(name, text))
  .join("")}${partOf("a", "").repeat(100_000)}--abc--\r\n`;
const MULTIPART = { "content-type": "multipart/form-data; boundary=abc" };

describe("a payer", () => {
  test("sees the questions, sends answers with documents, and from then on sees only that they were received", async () => {
    const asked = await open();
    expect([asked.status, asked.headers.get("x-robots-tag"), asked.headers.get("cache-control")]).toEqual([
      200,
      "noindex, nofollow",
      "no-store",
    ]);
    expect(asked.headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
    expect(await asked.text()).toContain("Where does the money come from?");
    const sent = await send(formOf({}, [["../../Konto\u202Efdp.exe", PDF]]));
    expect([sent.status, sent.headers.get("location")]).toEqual([303, pathOf()]);
    const text = await (await open()).text();
    expect(text).toContain("We have received your answers");
    expect(text).not.toMatch(/Lovelace|violin|Konto/);
    const { answers, documents } = await readAnswers(held.questionnaireId, OPERATOR);
    expect([answers, documents.map(({ name }) => name)]).toEqual([ANSWERS, ["Konto fdp.pdf"]]);
  });

  test("gets their input back if a field or a document is refused, and nothing is stored", async () => {
    const refused = await send(formOf({ country: "XX", name: "<b>Ada</b>" }, [["holiday.html", "<!doctype html>"]]));
    const text = await refused.text();
    expect(refused.status).toBe(422);
    expect(text).toContain('value="&lt;b&gt;Ada&lt;/b&gt;"');
    expect(text).toContain("Check the marked fields, and choose your files again.");
    expect(text).toContain("holiday.html was not accepted.");
    expect(await isAnswered()).toBe(false);
  });

  test("gets the page in the language of the URL", async () => {
    const path = `${pathOf()}?lang=de`;
    const answer = await GET(requestOf(path), paramsOf(pathOf()));
    expect(await answer.text()).toContain("Woher kommt das Geld?");
  });
});

describe("a stranger", () => {
  test("with a link that the gateway did not create gets a 404, and no byte of the body is read", async () => {
    const { read, stream } = endless();
    const path = `/questionnaire/${"A".repeat(64)}`;
    expect((await open(path)).status).toBe(404);
    expect((await send(stream, MULTIPART, path)).status).toBe(404);
    expect(read.bytes).toBeLessThanOrEqual(64 * 1024);
  });

  test("on another site cannot send answers from the payer's browser", async () => {
    const answer = await send(formOf(), { "sec-fetch-site": "cross-site" });
    expect([answer.status, await isAnswered()]).toEqual([200, false]);
  });

  test("who submits again makes the gateway read no body", async () => {
    await send(formOf());
    const { read, stream } = endless();
    expect((await send(stream, MULTIPART)).status).toBe(200);
    expect(read.bytes).toBeLessThanOrEqual(64 * 1024);
  });
});

describe("a body", () => {
  test("without an end is read up to the size limit of a form, and no further", async () => {
    const { read, stream } = endless();
    expect((await send(stream, MULTIPART)).status).toBe(422);
    expect(read.bytes).toBeLessThan(SUBMISSION_BYTES_MAX + 1024 * 1024);
    expect(await isAnswered()).toBe(false);
  });

  test("that declares to be too large is not read at all", async () => {
    const { read, stream } = endless();
    const headers = { ...MULTIPART, "content-length": String(SUBMISSION_BYTES_MAX + 1) };
    expect(
      await readSubmission(
        requestOf(pathOf(), { method: "POST", body: stream, headers, duplex: "half" } as RequestInit),
      ),
    ).toBeNull();
    expect(read.bytes).toBeLessThanOrEqual(64 * 1024);
  });

  test("that stalls is abandoned at the timeout", async () => {
    let isCancelled = false;
    const stream = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(Buffer.from("--abc\r\n")),
      cancel: () => {
        isCancelled = true;
      },
    });
    const request = requestOf(pathOf(), {
      method: "POST",
      body: stream,
      headers: MULTIPART,
      duplex: "half",
    } as RequestInit);
    expect(await readSubmission(request, 5)).toBeNull();
    expect(isCancelled).toBe(true);
  });

  test.each([
    ["of another content type", "name=Ada", { "content-type": "application/x-www-form-urlencoded" }],
    ["without a boundary", "--abc--", { "content-type": "multipart/form-data" }],
    ["with an invalid boundary", "--a b--", { "content-type": 'multipart/form-data; boundary="a b"' }],
    ["that is truncated", '--abc\r\ncontent-disposition: form-data; name="name"\r\n\r\nAda', MULTIPART],
    ["of a hundred thousand parts", MANY_PARTS, MULTIPART],
  ])("%s is refused as incomplete", async (_, body, headers) => {
    const answer = await send(body, headers);
    expect(answer.status).toBe(422);
    expect(await answer.text()).toContain("The files did not arrive completely");
    expect(await isAnswered()).toBe(false);
  });
});

test("reads one body at a time per questionnaire and a few in total; others are asked to try again", async () => {
  const ends: (() => void)[] = [];
  const hold = () => new Promise<string>((resolve) => ends.push(() => resolve("done")));
  const first = withUploadPlace(held.questionnaireId, hold);
  expect((await send(formOf())).status).toBe(429);
  const others = ["a", "b", "c"].map((id) => withUploadPlace(id, hold));
  expect(await withUploadPlace("d", hold)).toBeNull();
  for (const end of ends) end();
  expect(await Promise.all([first, ...others])).toEqual(["done", "done", "done", "done"]);
  expect((await send(formOf())).status).toBe(303);
});
