import "./ui/tokens.css";
import "./ui/parts.css";
import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { Activity, type ReactNode, StrictMode, useEffect, useState } from "react";
import { createRoot } from "react-dom/client";
import { reloadAfterUpdate } from "./app/errors.tsx";
import { allTexts, preferredLanguage, speak } from "./app/language.ts";
import { keepConsole } from "./app/new-version.ts";
import { applyPreferences } from "./app/preferences.ts";
import { router } from "./app/router.ts";
import { useLive } from "./client/live.ts";
import { newQueryClient } from "./client/queries.ts";
import { ProblemNotice } from "./contract/problem-text.tsx";
import { useSending } from "./outbox/use-outbox.ts";
import { keptKey, mayHaveCookie, resume } from "./session/resume.ts";
import { identityOf, SessionProvider, useSessionState } from "./session/session.tsx";
import { Slow } from "./ui/slow.tsx";

/** A first scan does without them, and without their texts. */
const signInScreens = async () => {
  await allTexts()?.catch(() => undefined);
  return import("./session/sign-in-screen.tsx");
};
const queries = newQueryClient();
const startedAt = Date.now();
const forget = () => queries.clear();

function Console() {
  const { session, isLocked, enter } = useSessionState(forget);
  const [isResuming, setResuming] = useState(
    !session && (keptKey() !== undefined || mayHaveCookie()),
  );
  useEffect(() => {
    if (!isResuming) return;
    const key = keptKey();
    (key === undefined ? resume() : import("./session/sign-in.ts").then((by) => by.signIn(key)))
      .then(enter, () => undefined)
      .finally(() => setResuming(false));
  }, [enter, isResuming]);
  const { screens, fault } = useSignInScreens(isResuming, !session || isLocked);
  useEffect(() => {
    // Without it, the console works as long as there is a network.
    if (!isResuming) keepConsole().catch(() => undefined);
  }, [isResuming]);
  if (isResuming) return <Slow since={startedAt} onRetry={() => location.reload()} />;
  if (!session) return screens ? <screens.SignInScreen onEnter={enter} /> : fault;
  return (
    <SessionProvider key={identityOf(session.who)} session={session}>
      <Sending />
      <Activity mode={isLocked ? "hidden" : "visible"}>
        <Live />
        <RouterProvider router={router} />
      </Activity>
      {isLocked && (screens ? <screens.LockScreen session={session} onEnter={enter} /> : fault)}
    </SessionProvider>
  );
}

/**
 * Loads the sign-in and the lock: ahead, as a lock may come without a network, or when needed. If they
 * are missing then, `fault` says so.
 */
function useSignInScreens(isResuming: boolean, isNeeded: boolean) {
  const [screens, setScreens] = useState<Awaited<ReturnType<typeof signInScreens>>>();
  const [fault, setFault] = useState<ReactNode>();
  useEffect(() => {
    if (isResuming || screens) return;
    signInScreens().then(setScreens, (error: unknown) => {
      if (isNeeded) setFault(<Missing error={error} />);
    });
  }, [isResuming, isNeeded, screens]);
  return { screens, fault };
}

const Missing = ({ error }: { readonly error: unknown }) => (
  <main>
    <h1>asbuilt</h1>
    <ProblemNotice error={error} />
  </main>
);

/** The outbox goes on sending while the console is locked: what is hidden has no effects. */
function Sending() {
  useSending();
  return undefined;
}

/** The events begin while the screen loads. What it asks for then can lack none of them. */
function Live() {
  useLive();
  return undefined;
}

applyPreferences();
reloadAfterUpdate();
await speak(preferredLanguage());
// The screen of the address loads beside the session. If it can't, the router tries again, and says so.
router.load().catch(() => undefined);
// They are asked for beside the session. A screen that can't do without them tries again.
if (!location.pathname.endsWith("/station")) allTexts()?.catch(() => undefined);
createRoot(document.querySelector("#root")!).render(
  <StrictMode>
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={queries}>
        <Console />
      </QueryClientProvider>
    </I18nProvider>
  </StrictMode>,
);
