import { redirect } from "next/navigation";
import { routes } from "@/lib/fronts/paths/routes";

/** There is nothing at the root itself; the overview sends on whoever is not signed in. */
export default function RootPage() {
  redirect(routes.overview());
}
