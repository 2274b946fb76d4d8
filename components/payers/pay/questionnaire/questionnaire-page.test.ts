import { expect, test } from "vitest";
import { BLANK_ANSWERS } from "@/components/payers/pay/questionnaire/questionnaire-model";
import { renderQuestionnaire } from "@/components/payers/pay/questionnaire/render-questionnaire";
import { questionnaireStates } from "@/components/payers/pay/testing/questionnaire-models";
import { ENGLISH } from "@/lib/kernel/locales/messages";

const [questions, refused] = questionnaireStates(ENGLISH).map(({ model }) => model);
if (questions === undefined || refused === undefined) throw new Error("no state");

test("the questions need no script and send files to their own path", async () => {
  const html = await renderQuestionnaire({ ...questions, lang: "de" });
  expect(html).not.toContain("<script");
  const form = /<form[^>]*>/.exec(html)?.[0] ?? "";
  for (const part of ['method="post"', 'encType="multipart/form-data"', 'action="/questionnaire/abc?lang=de"'])
    expect(form).toContain(part);
});

test("input is shown again as text, whatever it is, and each invalid field shows its error", async () => {
  const typed = { ...BLANK_ANSWERS, name: '"><script>alert(1)</script>', details: "</textarea><img src=x>" };
  const html = await renderQuestionnaire({ ...refused, typed });
  expect(html).not.toMatch(/<script|<img/);
  expect(html).toContain("&lt;/textarea&gt;&lt;img src=x&gt;");
  for (const field of ["name", "company", "country", "source", "details", "documents"]) {
    expect(html, field).toMatch(new RegExp(`id="${field}"[^>]*aria-describedby="${field}-wrong`));
    expect(html, field).toContain(`<p id="${field}-wrong" class="wrong">`);
  }
  expect(html).toContain("Too long. Characters allowed: 2,000.");
});
