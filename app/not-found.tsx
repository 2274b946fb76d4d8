import { NothingHere } from "@/components/fronts/shell/nothing-here";

export default function NotFound() {
  return (
    <main className="grid min-h-[60dvh] place-items-center">
      <NothingHere />
    </main>
  );
}
