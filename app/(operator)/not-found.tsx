import { NothingHere } from "@/components/fronts/shell/nothing-here";

export default function DashboardNotFound() {
  return (
    <div className="grid min-h-[50dvh] place-items-center">
      <NothingHere />
    </div>
  );
}
