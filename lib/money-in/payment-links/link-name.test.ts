import { expect, test } from "vitest";
import { buttonHtml } from "@/lib/money-in/payment-links/button-html";
import { BLANK_LINK, newLinkInput } from "@/lib/money-in/payment-links/dashboard-schema";
import { linkNameProblem, readLinkName } from "@/lib/money-in/payment-links/link-name";

test.each(["tea", "green-tea", "2026", "a-1-b", "support-our-club", "payday", "a".repeat(40)])(
  "%j can be the name of a link",
  (name) => {
    expect(linkNameProblem(name)).toBeNull();
  },
);

test.each([
  "",
  "ab",
  "a".repeat(41),
  "Tea",
  "-tea",
  "tea-",
  "te--a",
  "xn--tea",
  "tea.html",
  "tea/pay",
  "te a",
  "te\u0430",
  "te\uFF41",
  "t\u00e9a",
  "tea\n",
  "admin",
  "support",
  "pay",
  "adm1n",
  "s-upp0rt",
  "s1gnin",
  "chaintill-refunds",
  "my-cha1n-till",
])("%j can't be the name of a link", (name) => {
  expect(linkNameProblem(name)).toEqual(expect.any(String));
});

test("an address is read in any case", () => {
  expect(readLinkName("Green-TEA")).toBe("green-tea");
  expect(readLinkName("te--a")).toBeNull();
  expect(readLinkName("a".repeat(41))).toBeNull();
});

test("an address stays readable when its word is reserved later", () => {
  expect(readLinkName("support")).toBe("support");
});

test("a form can't have a quantity of an open amount, bounds of a fixed one, nor a title of several lines", () => {
  const problemsOf = (form: object) => {
    const parsed = newLinkInput.safeParse({ ...BLANK_LINK, name: "tea", title: "Tea", ...form });
    return parsed.success ? [] : parsed.error.issues.map(({ path }) => path.join("."));
  };
  expect(problemsOf({ amount: "5", quantityMax: "3", stock: "0" })).toEqual([]);
  expect(problemsOf({ amountMin: "5", amountMax: "5" })).toEqual([]);
  expect(problemsOf({ quantityMax: "3" })).toEqual(["quantityMax"]);
  expect(problemsOf({ amount: "5", amountMin: "1", amountMax: "9" })).toEqual(["amountMin", "amountMax"]);
  expect(problemsOf({ amountMin: "5", amountMax: "4" })).toEqual(["amountMax"]);
  for (const stock of ["-1", "1.5", "1e3", "1000001"]) expect(problemsOf({ amount: "5", stock })).toEqual(["stock"]);
  for (const title of ["", "Tea\nPaid", "Tea\0", "x".repeat(81)])
    expect(problemsOf({ amount: "5", title })).toEqual(["title"]);
  expect(problemsOf({ amount: "5", title: "\u8336" })).toEqual([]);
  for (const name of ["admin", "Tea"]) expect(problemsOf({ name, amount: "5" })).toEqual(["name"]);
});

test("the HTML of a button contains the title as text", () => {
  const html = buttonHtml({ name: "tea", title: `"Tea" <script>alert('1')</script> & more` }, "https://pay.example");
  expect(html).toBe(
    '<a href="https://pay.example/l/tea" data-chaintill-pay>&quot;Tea&quot; &lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt; &amp; more</a>\n' +
      '<script src="https://pay.example/embed.js" defer></script>',
  );
});
