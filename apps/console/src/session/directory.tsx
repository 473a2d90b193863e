import type { Answer } from "@asbuilt/client";
import { Trans } from "@lingui/react/macro";
import { useEffect, useState } from "react";
import { connect } from "../client/asbuilt.ts";
import { type Entered, resume } from "./resume.ts";

type Directory = NonNullable<Answer<"signInWays">["openIDConnect"]>;

/** Returns the company's directory; undefined where nobody signs in at one. */
async function readDirectory(): Promise<Directory | undefined> {
  const ways = await connect({ userID: undefined }).send("signInWays", {});
  return ways.openIDConnect ?? undefined;
}

/** Leads to where the browser signs out of the directory. */
export async function leaveDirectory(): Promise<void> {
  const directory = await readDirectory().catch(() => undefined);
  location.assign(directory?.signOutURL ?? "/console/");
}

// A tab's own storage: that the browser has a session opens nothing, unless this tab has begun it.
const begunName = "asbuilt.signing-in";

/** Returns whether this tab has led a person to the directory, and forgets it. */
function takeBegun(): boolean {
  const isBegun = sessionStorage.getItem(begunName) !== null;
  sessionStorage.removeItem(begunName);
  return isBegun;
}

interface DirectoryProps {
  /** Called if the directory has just let the person in. */
  readonly onEnter?: (entered: Entered) => void;
}

/** Leads to the company's directory, where there is one. */
export function DirectorySignIn({ onEnter }: DirectoryProps) {
  const [directory, setDirectory] = useState<Directory>();
  useEffect(() => {
    let isGone = false;
    const begin = async () => {
      const found = await readDirectory();
      if (isGone || !found) return;
      setDirectory(found);
      if (!onEnter || !takeBegun()) return;
      const entered = await resume("");
      if (!isGone) onEnter(entered);
    };
    // Without a network, or a session, there is still the key.
    begin().catch(() => undefined);
    return () => {
      isGone = true;
    };
  }, [onEnter]);
  if (!directory) return undefined;
  const { label, startURL } = directory;
  const to = encodeURIComponent(location.pathname + location.search);
  return (
    <a
      className="button"
      href={`${startURL}?to=${to}`}
      onClick={() => sessionStorage.setItem(begunName, "1")}
    >
      <Trans>Sign in with {label}</Trans>
    </a>
  );
}
