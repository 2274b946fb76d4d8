import { SNIPPETS } from "@/components/delivery/docs/snippets/all";
import { CodeBlock } from "@/components/ui/code-block";
import { Tabs } from "@/components/ui/tabs";

/** A code snippet in each language, one at a time. */
export function LanguageTabs({ part, what }: { part: "sign" | "signTimed" | "verify"; what: string }) {
  return (
    <Tabs
      label={`${what}: languages`}
      tabs={SNIPPETS.map((snippet) => ({
        id: snippet.id,
        label: snippet.label,
        content: <CodeBlock what={`${what} in ${snippet.label}`} code={snippet[part]} />,
      }))}
    />
  );
}
