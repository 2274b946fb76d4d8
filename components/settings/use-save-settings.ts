import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { toast } from "sonner";
import { RequestFailure } from "@/lib/client/fetch-json";

/** Sends a card's settings; saved, it says so and draws the page from them. `wrong` has what is said at fields. */
export function useSaveSettings<Settings, Answer>(
  send: (settings: Settings) => Promise<Answer>,
  onError?: (error: Error) => void,
) {
  const router = useRouter();
  const save = useMutation({
    mutationFn: (settings: Settings) => send(settings),
    onSuccess: () => {
      toast.success("Saved.");
      router.refresh();
    },
    ...(onError && { onError }),
  });
  const wrong: RequestFailure["fields"] = save.error instanceof RequestFailure ? save.error.fields : {};
  return { save, wrong };
}
