import { NotFoundNotice } from "@/components/fronts/shell/not-found-notice";

export default function NotFound() {
  return (
    <main className="grid min-h-[60dvh] place-items-center">
      <NotFoundNotice />
    </main>
  );
}
