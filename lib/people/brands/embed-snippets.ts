export type EmbedSnippet = {
  readonly id: "link" | "button" | "modal";
  readonly label: string;
  /** What it does, in a sentence. */
  readonly about: string;
  readonly code: string;
};

/** What a shop's developer puts in place of it: the `url` that creating the invoice has answered. */
const PAYMENT = "8b03432e-385b-4670-8d06-064591096795";

/** Ready to copy, for the gateway at `baseUrl`. The guide (docs/integration.md) shows the same. */
export function embedSnippets(baseUrl: string): readonly EmbedSnippet[] {
  const url = `${baseUrl}/pay/${PAYMENT}`;
  return [
    {
      id: "link",
      label: "Link",
      about: "Leads to the payment page. Works everywhere, in mails too.",
      code: `<a href="${url}" rel="noopener">Pay with crypto</a>`,
    },
    {
      id: "button",
      label: "Button",
      about: "A button of your page that leads to the payment page. Needs no script.",
      code: `<form action="${url}" method="get">
  <button type="submit">Pay with crypto</button>
</form>`,
    },
    {
      id: "modal",
      label: "Modal",
      about:
        "Opens the payment page over your own. Without the script it is a plain link. Your site must be among the allowed ones.",
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
