import type { Call } from "@asbuilt/client";
import { useMutation } from "@tanstack/react-query";
import { useSession } from "../session/session.tsx";
import { saveFile } from "../ui/save-file.ts";

/** Saves a device history record as the PDF that the service makes. */
export function useSaveRecordPdf(file: string) {
  const { asbuilt } = useSession();
  const { mutate, error, isPending } = useMutation<Blob, Error, Call<"deviceHistoryRecordGet">>({
    networkMode: "always",
    mutationFn: (call) => asbuilt.recordPdf(call),
    onSuccess: (pdf) => saveFile(file, pdf.type, pdf),
  });
  return { save: mutate, error, isPending };
}
