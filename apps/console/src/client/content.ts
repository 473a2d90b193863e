import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Call } from "@asbuilt/client";
import { useSession } from "../session/session.tsx";
import { saveFile } from "../ui/save-file.ts";
import { readAgain } from "./queries.ts";

/** A file that the service has. */
interface Kept {
  readonly id: number;
  readonly fileName: string;
  readonly mediaType: string;
}

/** Reads the content of an attachment, once: it never changes. */
export function useContent(id: number, isNeeded: boolean): Blob | undefined {
  const { asbuilt } = useSession();
  const { data } = useQuery({
    queryKey: ["attachmentContent", id],
    queryFn: ({ signal }) => asbuilt.send("attachmentContent", { path: { id }, signal }),
    enabled: isNeeded,
    staleTime: "static",
  });
  return data;
}

/** Saves the content of an attachment as a file. */
export function useSaveContent({ id, fileName, mediaType }: Kept) {
  const { asbuilt } = useSession();
  const { mutate, error, isPending } = useMutation({
    networkMode: "always",
    mutationFn: () => asbuilt.send("attachmentContent", { path: { id } }),
    onSuccess: (content) => saveFile(fileName, mediaType, content),
  });
  return { save: () => mutate(), error, isPending };
}

/** Attaches a file. It needs no Idempotency-Key: the same file again is the same attachment. */
export function useUpload() {
  const { asbuilt } = useSession();
  const queries = useQueryClient();
  return useMutation({
    networkMode: "always",
    mutationFn: (call: Call<"attachmentUpload">) => asbuilt.send("attachmentUpload", call),
    onSuccess: () => readAgain(queries),
  });
}
