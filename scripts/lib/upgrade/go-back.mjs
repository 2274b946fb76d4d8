/** Going back to the version of this folder, on the expanded schema. */
import { grantRoles } from "../database-roles.mjs";

/**
 * Gives the users of web and worker back what this version needs and a later one took, beside the
 * rights of the later one; then `restart(kind)` both, in reverse: the earlier worker may not know
 * what the later web asks for.
 */
export async function goBack(client, { roles, restart, say }) {
  for (const note of await grantRoles(client, roles, { isAdditive: true })) say(note);
  for (const kind of ["web", "worker"]) await restart(kind);
}
