import { NotFoundNotice } from "@/components/fronts/shell/not-found-notice";

export default function DashboardNotFound() {
  return (
    <div className="grid min-h-[50dvh] place-items-center">
      <NotFoundNotice />
    </div>
  );
}
