export type EmbedSnippet = {
  readonly id: "link" | "button" | "modal";
  readonly label: string;
  /** What the snippet does, in one sentence. */
  readonly about: string;
  readonly code: string;
};

/**
 * A placeholder that the merchant's developer replaces with the `url` returned when the invoice was
 * created.
 */
const PAYMENT = "8b03432e-385b-4670-8d06-064591096795";

/**
 * Returns snippets ready to copy, for the gateway at `baseUrl`. The guide (docs/integration.md)
 * shows the same.
 */
export function embedSnippets(baseUrl: string): readonly EmbedSnippet[] {
  const url = `${baseUrl}/pay/${PAYMENT}`;
  return [
    {
      id: "link",
      label: "Link",
      about: "Opens the payment page. Works everywhere, including e-mails.",
      code: `<a href="${url}" rel="noopener">Pay with crypto</a>`,
    },
    {
      id: "button",
      label: "Button",
      about: "A button that opens the payment page. No script required.",
      code: `<form action="${url}" method="get">
  <button type="submit">Pay with crypto</button>
</form>`,
    },
    {
      id: "modal",
      label: "Modal",
      about:
        "Opens the payment page over yours. Without the script it is a plain link. Add your site to the list of sites that can embed it.",
      code: `<script src="${baseUrl}/embed.js" defer></script>
<a href="${url}" data-chaintill-pay>Pay with crypto</a>
<script>
  document.addEventListener("chaintill:paid", (event) => {
    // For the eye only: ship when your server has the webhook.
    console.log(event.detail.uuid, event.detail.status);
  });
</script>`,
    },
  ];
}
