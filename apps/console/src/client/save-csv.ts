import type { Call } from "@asbuilt/client";
import { useMutation } from "@tanstack/react-query";
import { useSession } from "../session/session.tsx";
import { saveFile } from "../ui/save-file.ts";
import type { ListName } from "./asbuilt.ts";

/** Saves a whole list as a file for a spreadsheet, as the service writes it. */
export function useSaveCsv<Name extends ListName>(name: Name, file: string) {
  const { asbuilt } = useSession();
  const { mutate, error, isPending } = useMutation<Blob, Error, Call<Name>>({
    networkMode: "always",
    mutationFn: (call) => asbuilt.csv(name, call),
    onSuccess: (table) => saveFile(file, "text/csv", table),
  });
  return { save: mutate, error, isPending };
}
