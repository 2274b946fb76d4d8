"use client";

import { signOut } from "next-auth/react";
import { useState } from "react";
import { Button } from "@/components/ui/button";

/** Signs out, and reloads the same page for a signed-out visitor. */
export function SignOutButton() {
  const [isBusy, setBusy] = useState(false);
  const leave = async () => {
    setBusy(true);
    await signOut({ redirect: false });
    window.location.reload();
  };
  return (
    <Button variant="primary" isBusy={isBusy} className="w-full" onClick={() => void leave()}>
      Sign out
    </Button>
  );
}
