import { redirect } from "next/navigation";
import { routes } from "@/lib/fronts/paths/routes";

/** The root has no page of its own; the overview redirects users who are not signed in. */
export default function RootPage() {
  redirect(routes.overview());
}
