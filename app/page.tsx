import { redirect } from "next/navigation";
import { routes } from "@/lib/client/routes";

/** There is nothing at the root itself; the overview sends on whoever is not signed in. */
export default function RootPage() {
  redirect(routes.overview());
}
