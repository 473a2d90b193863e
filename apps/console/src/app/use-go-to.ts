import { useRouter } from "@tanstack/react-router";
import { useCallback } from "react";

/** Returns a function that goes to an address of the console, which is given as text. */
export function useGoTo(): (address: string) => void {
  const { history, basepath } = useRouter();
  return useCallback((address) => history.push(basepath + address), [history, basepath]);
}
