import type { Answer, Call, OperationName } from "@asbuilt/client";
import { useMutation } from "@tanstack/react-query";
import { useSession } from "../session/session.tsx";
import { saveFile } from "../ui/save-file.ts";

/** Saves an answer as a file, in the bytes that the service sends if its JSON is canonical. */
export function useSaveAnswer<Name extends OperationName>(name: Name, file: string) {
  const { asbuilt } = useSession();
  const { mutate, error, isPending } = useMutation<Answer<Name>, Error, Call<Name>>({
    networkMode: "always",
    mutationFn: (call) => asbuilt.send(name, call),
    onSuccess: (answer) => saveFile(file, "application/json", JSON.stringify(answer)),
  });
  return { save: mutate, error, isPending };
}
