import { expect, test } from "vitest";
import { questionnaireIdOf, questionnairePath } from "@/lib/money-in/questionnaires/list-views";
import { amlStatusOf } from "@/lib/money-in/questionnaires/schema";
import {
  documentName,
  type TypedAnswers,
  validateAnswers,
  validateDocuments,
} from "@/lib/money-in/questionnaires/validate-answers";

const TYPED: TypedAnswers = {
  person: "private",
  name: " Ada ",
  company: "Engines Ltd",
  country: "GB",
  source: "salary",
  details: "Wages\r\nof two years",
  relation: "A violin",
};

test("a complete form is accepted, without invisible characters, and with a company only for a business", () => {
  const typed = { ...TYPED, name: " Ada\u202e\u0000 " };
  expect(validateAnswers(typed)).toEqual({
    answers: { ...TYPED, name: "Ada", company: "", details: "Wages\nof two years" },
  });
  expect(validateAnswers({ ...TYPED, person: "business" })).toMatchObject({ answers: { company: "Engines Ltd" } });
  expect(validateAnswers({ ...TYPED, name: "نام\u200cها" })).toMatchObject({ answers: { name: "نام\u200cها" } });
});

test.each([
  [{ person: "robot" }, { person: "missing" }],
  [{ name: "\u200b " }, { name: "missing" }],
  [{ name: "a".repeat(201) }, { name: "long" }],
  [{ person: "business", company: "" }, { company: "missing" }],
  [{ country: "XX" }, { country: "missing" }],
  [{ source: "" }, { source: "missing" }],
  [
    { details: "a".repeat(2_001), relation: "" },
    { details: "long", relation: "missing" },
  ],
])("%j is rejected at its fields", (changes, problems) => {
  expect(validateAnswers({ ...TYPED, ...changes })).toEqual({ problems });
});

const MEBIBYTE = 1024 * 1024;
const file = (start: string, name = "a.pdf", size = start.length) => {
  return { name, bytes: Buffer.concat([Buffer.from(start, "latin1"), Buffer.alloc(size - start.length)]) };
};
const [PDF, PNG, JPEG] = ["%PDF-1.7", "\x89PNG\r\n\x1a\n0000", "\xff\xd8\xff\xe0"] as const;

test("documents are recognised by their first bytes, whatever their name", () => {
  expect(validateDocuments([file(PDF, "x.exe"), file(PNG, "y"), file(JPEG, "z.html")])).toMatchObject({
    documents: [
      { kind: "pdf", name: "x.pdf" },
      { kind: "png", name: "y.png" },
      { kind: "jpeg", name: "z.jpg" },
    ],
  });
});

test.each([
  ["an HTML page", file("<!doctype html>", "a.pdf"), "a.pdf"],
  ["a PDF after other bytes", file(`GIF89a${PDF}`, "b.pdf"), "b.pdf"],
  ["a GIF", file("GIF89a000000", "c.gif"), "c.gif"],
  ["an empty file", file("", "d.pdf"), "d.pdf"],
  ["a file that is too large", file(PDF, "e.pdf", 5 * MEBIBYTE + 1), "e.pdf"],
])("%s is rejected by its name", (_, sent, refused) => {
  expect(validateDocuments([file(PDF), sent])).toEqual({ refused });
});

test("six documents, or more than 15 MB of them together, are rejected", () => {
  expect(validateDocuments(Array.from({ length: 6 }, () => file(PDF)))).toEqual({ refused: null });
  const large = file(PDF, "a.pdf", 4 * MEBIBYTE);
  expect(validateDocuments([large, large, large])).toHaveProperty("documents");
  expect(validateDocuments([large, large, large, large])).toEqual({ refused: null });
});

test.each([
  ["../../etc/passwd", "passwd.pdf"],
  ["C:\\Users\\Ada\\Ausweis.PDF", "Ausweis.pdf"],
  ["<img src=x onerror=alert(1)>.png", "img src x onerror alert 1.pdf"],
  ["invoice\u202Efdp.exe", "invoice fdp.pdf"],
  ["نام‌ها.jpg", "نام ها.pdf"],
  ["", "document.pdf"],
  [".pdf", "document.pdf"],
  [`${"a".repeat(300)}.pdf`, `${"a".repeat(80)}.pdf`],
])("a document named %j is stored as %j", (told, name) => {
  expect(documentName(told, "pdf")).toBe(name);
});

test("only a link with a valid signature identifies a questionnaire", () => {
  const id = "7c3f2f53-0a0c-4d0e-8a59-6f7f7f0b2f11";
  const link = questionnairePath(id).split("/").at(-1) ?? "";
  expect(questionnaireIdOf(link)).toBe(id);
  const other = questionnairePath("7c3f2f53-0a0c-4d0e-8a59-6f7f7f0b2f12").split("/").at(-1) ?? "";
  for (const wrong of ["", id, link.slice(1), `${link}A`, link.slice(0, 22) + other.slice(22), "A".repeat(64)])
    expect(questionnaireIdOf(wrong)).toBeNull();
});

const at = (day: number) => new Date(Date.UTC(2026, 10, day));

test.each([
  ["init", { expiresAt: at(15), submittedAt: null, closedAt: null }],
  ["expired", { expiresAt: at(9), submittedAt: null, closedAt: null }],
  ["pending", { expiresAt: at(9), submittedAt: at(8), closedAt: null }],
  ["completed", { expiresAt: at(9), submittedAt: at(8), closedAt: at(9) }],
  ["completed", { expiresAt: at(15), submittedAt: null, closedAt: at(9) }],
  ["expired", { expiresAt: at(8), submittedAt: null, closedAt: at(9) }],
] as const)("it is %s with the times %j", (status, times) => {
  expect(amlStatusOf(times, at(10))).toBe(status);
});
