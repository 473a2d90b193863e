import { useEffect } from "react";
import { useRead } from "../client/queries.ts";
import { useSession } from "./session.tsx";

/** Asks the service, as soon as it can be reached, what it last told about the person. */
export function useConfirmedSession(): void {
  const { isConfirmed, confirm } = useSession();
  const { data } = useRead("sessionGet", { body: {} }, !isConfirmed);
  useEffect(() => {
    if (data && !isConfirmed) confirm(data);
  }, [data, isConfirmed, confirm]);
}
